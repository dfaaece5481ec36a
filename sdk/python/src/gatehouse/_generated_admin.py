"""GENERATED from contract/openapi.json: the admin API, one method per operation."""

from typing import Any, Mapping, Sequence, Union

from ._admin_call import AdminCall, AdminSend
from ._model import Model
from ._not_given import NOT_GIVEN, NotGiven
from ._raw import RawAnswer
from ._stream import Stream


class AccessReview:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def export(
        self,
        *,
        type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        permission: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Export who has access to what. Requires the scope `access_review.read`."""
        return self._send.raw(
            AdminCall(
                "GET",
                "/admin/access-review/export",
                [],
                query={"type": type, "subject_id": subject_id, "search": search, "workspace": workspace, "permission": permission, "format": format},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        permission: Union[str, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List who has access to what. One row for each role of a user, API key and workload issuer. Organisation roles come first, then roles in workspaces, API keys and workload issuers. A page can have fewer rows than `page_size` although more follow. Requires the scope `access_review.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/access-review",
                [],
                query={"type": type, "subject_id": subject_id, "search": search, "workspace": workspace, "permission": permission, "cursor": cursor, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class AlertsChannels:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        type: str,
        webhook_url: Union[str, NotGiven] = NOT_GIVEN,
        signing_secret: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        recipients: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        budget_alerts: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create an alert channel. Requires the scope `alerts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/alerts/channels",
                [],
                query={},
                body={"name": name, "type": type, "webhook_url": webhook_url, "signing_secret": signing_secret, "recipients": recipients, "budget_alerts": budget_alerts, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an alert channel. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/alerts/channels/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List alert channels. Requires the scope `alerts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts/channels",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read an alert channel. Requires the scope `alerts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts/channels/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Send a test notification. Makes one attempt and returns its result. Requires the scope `alerts.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/alerts/channels/{id}/test",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        webhook_url: Union[str, NotGiven] = NOT_GIVEN,
        signing_secret: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        recipients: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        budget_alerts: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update an alert channel. Omitted fields stay unchanged. The type cannot be changed. Requires the scope `alerts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/alerts/channels/{id}",
                [id],
                query={},
                body={"name": name, "webhook_url": webhook_url, "signing_secret": signing_secret, "recipients": recipients, "budget_alerts": budget_alerts, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class AlertsEvents:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        rule_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List alert events. The history of alert rules and budget alerts with their deliveries, newest first. Requires the scope `alerts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts/events",
                [],
                query={"workspace_id": workspace_id, "rule_id": rule_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class AlertsRules:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        condition: Mapping[str, Any],
        channel_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        reminder_minutes: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        silenced_until: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create an alert rule. Requires the scope `alerts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/alerts/rules",
                [],
                query={},
                body={"name": name, "condition": condition, "channel_ids": channel_ids, "reminder_minutes": reminder_minutes, "enabled": enabled, "silenced_until": silenced_until, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an alert rule. Its events stay in the history. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/alerts/rules/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List alert rules. Requires the scope `alerts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts/rules",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read an alert rule. Requires the scope `alerts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts/rules/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Send a test notification to the channels of a rule. Makes one attempt per channel and returns the results. Also sends if the rule is silenced or disabled. The state and the history of the rule stay unchanged. Requires the scope `alerts.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/alerts/rules/{id}/test",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        condition: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        channel_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        reminder_minutes: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        silenced_until: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update an alert rule. Omitted fields stay unchanged. Set silenced_until to silence the rule, and null to end the silence. Requires the scope `alerts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/alerts/rules/{id}",
                [id],
                query={},
                body={"name": name, "condition": condition, "channel_ids": channel_ids, "reminder_minutes": reminder_minutes, "enabled": enabled, "silenced_until": silenced_until, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Alerts:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.channels = AlertsChannels(send)
        self.events = AlertsEvents(send)
        self.rules = AlertsRules(send)

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List budget alerts. Requires the scope `policies.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/alerts",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "kind": kind},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Analytics:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def cache_hit_rate(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get cache hits over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/cache/hit-rate",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def cache_latency(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get the latency of cache hits over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/cache/latency",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def cost(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get cost over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/cost",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def errors(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get errors over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/errors",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def errors_rate(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get the error rate over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/errors/rate",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def errors_stacks(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get errors by status over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/errors/stacks",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def errors_status_codes(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get errors by status. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/errors/status-codes",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def feedbacks(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get feedback over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/feedbacks",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def feedbacks_ai_models(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get feedback by model. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/feedbacks/ai-models",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def feedbacks_scores(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get feedback by score. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/feedbacks/scores",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def feedbacks_weighted(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get weighted feedback over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/feedbacks/weighted",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_ai_models(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by models. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/ai-models",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_ai_org_models(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by providers and models. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/ai-org-models",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_ai_service(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by providers. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/ai_service",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_api_key(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by gateway keys. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/api_key",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_config(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by configs. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/config",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_endpoint(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by endpoints. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/endpoint",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_metadata(
        self,
        key: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by values of a metadata key. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/metadata/{key}",
                [key],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_model(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by models. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/model",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_prompt(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by prompts. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/prompt",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_prompt_version(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by prompt versions. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/prompt_version",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_provider(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by providers. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/provider",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_status_code(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by status codes. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/status_code",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_users(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by users. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/users",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_virtual_key(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by virtual keys. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/virtual_key",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def groups_workspace(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        order_by_type: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[str, NotGiven] = NOT_GIVEN,
        columns: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Group requests by workspaces. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/groups/workspace",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "current_page": current_page, "page_size": page_size, "order_by": order_by, "order_by_type": order_by_type, "include_total": include_total, "columns": columns},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def guardrails(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Count the runs of guardrails by verdict. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/guardrails",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def latency(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get latency over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/latency",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def overview(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get totals, graphs, providers, recent failures, budgets and circuit breakers in one call. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/overview",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def providers(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Count the attempts of each provider by outcome. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/providers",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def requests(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get requests over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/requests",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def requests_rescued(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get requests recovered by retry or fallback over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/requests/rescued",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def series(
        self,
        *,
        group_by: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        measure: Union[str, NotGiven] = NOT_GIVEN,
        top: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get the largest groups over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/series",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity, "group_by": group_by, "measure": measure, "top": top},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def summary(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get a summary of requests. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/summary",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def summary_cache(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get a summary of cache hits. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/summary/cache",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def tokens(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get tokens over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/tokens",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def usage(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get requests and tokens over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/usage",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def users(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get distinct users over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/users",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def users_requests(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        granularity: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get requests per user over time. Requires the scope `analytics.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/analytics/graphs/users/requests",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "granularity": granularity},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class ApiKeys:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create_organisation_service(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        id: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        alert_emails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        client_certificates: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rotation_policy: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        allow_inference: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create an Admin API key. Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/api-keys/organisation/service",
                [],
                query={},
                body={"id": id, "name": name, "description": description, "scopes": scopes, "rate_limits": rate_limits, "usage_limits": usage_limits, "defaults": defaults, "alert_emails": alert_emails, "client_certificates": client_certificates, "expires_at": expires_at, "rotation_policy": rotation_policy, "allow_inference": allow_inference},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def create_organisation_user(
        self,
        body: Any,
        **extra: Any,
    ) -> Model:
        """Create a personal Admin API key (not supported). Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/api-keys/organisation/user",
                [],
                query={},
                body=body,
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def create_workspace_service(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        id: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        alert_emails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        client_certificates: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rotation_policy: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        allow_inference: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        secret_sha256: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a workspace service API key. Requires the scope `workspace_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/api-keys/workspace/service",
                [],
                query={},
                body={"id": id, "name": name, "description": description, "scopes": scopes, "rate_limits": rate_limits, "usage_limits": usage_limits, "defaults": defaults, "alert_emails": alert_emails, "client_certificates": client_certificates, "expires_at": expires_at, "rotation_policy": rotation_policy, "allow_inference": allow_inference, "workspace_id": workspace_id, "secret_sha256": secret_sha256},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def create_workspace_user(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        id: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        alert_emails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        client_certificates: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rotation_policy: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        allow_inference: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a personal workspace API key. Requires the scope `workspace_user_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/api-keys/workspace/user",
                [],
                query={},
                body={"id": id, "name": name, "description": description, "scopes": scopes, "rate_limits": rate_limits, "usage_limits": usage_limits, "defaults": defaults, "alert_emails": alert_emails, "client_certificates": client_certificates, "expires_at": expires_at, "rotation_policy": rotation_policy, "allow_inference": allow_inference, "workspace_id": workspace_id, "user_id": user_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an API key. Requires one of the scopes `organisation_service_api_keys.delete`, `workspace_service_api_keys.delete`, `workspace_user_api_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/api-keys/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        needs_review: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List API keys. Requires one of the scopes `organisation_service_api_keys.list`, `workspace_service_api_keys.list`, `workspace_user_api_keys.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/api-keys",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "search": search, "needs_review": needs_review},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read an API key. Requires one of the scopes `organisation_service_api_keys.read`, `workspace_service_api_keys.read`, `workspace_user_api_keys.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/api-keys/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def rotate(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        key_transition_period_ms: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Rotate an API key. Requires one of the scopes `organisation_service_api_keys.rotate`, `workspace_service_api_keys.rotate`, `workspace_user_api_keys.rotate`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/api-keys/{id}/rotate",
                [id],
                query={},
                body={"workspace_id": workspace_id, "key_transition_period_ms": key_transition_period_ms},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        alert_emails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        client_certificates: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        rotation_policy: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        allow_inference: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        reset_usage: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        needs_review: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update an API key. Requires one of the scopes `organisation_service_api_keys.update`, `workspace_service_api_keys.update`, `workspace_user_api_keys.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/api-keys/{id}",
                [id],
                query={},
                body={"name": name, "description": description, "scopes": scopes, "rate_limits": rate_limits, "usage_limits": usage_limits, "defaults": defaults, "alert_emails": alert_emails, "client_certificates": client_certificates, "expires_at": expires_at, "rotation_policy": rotation_policy, "allow_inference": allow_inference, "workspace_id": workspace_id, "reset_usage": reset_usage, "needs_review": needs_review},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class AuditLogs:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def export(
        self,
        *,
        start_time: Union[str, NotGiven] = NOT_GIVEN,
        end_time: Union[str, NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        method: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        uri: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        user_type: Union[str, NotGiven] = NOT_GIVEN,
        response_status_code: Union[Sequence[int], NotGiven] = NOT_GIVEN,
        resource_type: Union[str, NotGiven] = NOT_GIVEN,
        action: Union[str, NotGiven] = NOT_GIVEN,
        client_ip: Union[str, NotGiven] = NOT_GIVEN,
        target_id: Union[str, NotGiven] = NOT_GIVEN,
        country: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Export audit log entries. Requires the scope `audit_logs.list`."""
        return self._send.raw(
            AdminCall(
                "GET",
                "/audit-logs/export",
                [],
                query={"start_time": start_time, "end_time": end_time, "organisation_id": organisation_id, "workspace_id": workspace_id, "method": method, "uri": uri, "request_id": request_id, "user_id": user_id, "user_type": user_type, "response_status_code": response_status_code, "resource_type": resource_type, "action": action, "client_ip": client_ip, "target_id": target_id, "country": country, "format": format},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        start_time: Union[str, NotGiven] = NOT_GIVEN,
        end_time: Union[str, NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        method: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        uri: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        user_type: Union[str, NotGiven] = NOT_GIVEN,
        response_status_code: Union[Sequence[int], NotGiven] = NOT_GIVEN,
        resource_type: Union[str, NotGiven] = NOT_GIVEN,
        action: Union[str, NotGiven] = NOT_GIVEN,
        client_ip: Union[str, NotGiven] = NOT_GIVEN,
        target_id: Union[str, NotGiven] = NOT_GIVEN,
        country: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List audit log entries. Requires the scope `audit_logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/audit-logs",
                [],
                query={"start_time": start_time, "end_time": end_time, "organisation_id": organisation_id, "workspace_id": workspace_id, "method": method, "uri": uri, "request_id": request_id, "user_id": user_id, "user_type": user_type, "response_status_code": response_status_code, "resource_type": resource_type, "action": action, "client_ip": client_ip, "target_id": target_id, "country": country, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def verify(
        self,
        **extra: Any,
    ) -> Model:
        """Verify the hash chain of the audit log. Requires the scope `audit_logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/audit-logs/verify",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class BodyKeys:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the keys of logged bodies. One entry per workspace that has encrypted bodies, with the progress of its last rotation. Keys themselves are never shown. Requires the scope `body_keys.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/body-keys",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def rotate(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Rotate the keys of logged bodies. New bodies use the new keys at once. Stored bodies are re-encrypted in the background; then the earlier keys are deleted. Returns the new keys: none for workspaces without encrypted bodies. Requires the scope `body_keys.rotate`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/body-keys/rotate",
                [],
                query={},
                body={"workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )


class Breakers:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List circuit breakers. Requires the scope `breakers.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/breakers",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def reset(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Reset a circuit breaker. Requires the scope `breakers.reset`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/breakers/{id}/reset",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )


class Cache:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def purge(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        namespace: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Purge the response cache of a workspace. Requires the scope `cache.purge`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/cache",
                [],
                query={"workspace_id": workspace_id, "namespace": namespace},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read the size of the semantic cache. Requires the scope `logs.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/cache",
                [],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def shadow(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List matches of semantic lookups in shadow mode. Requires the scope `logs.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/cache/shadow",
                [],
                query={"workspace_id": workspace_id, "limit": limit},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Claim:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        token: str,
        email: Union[str, NotGiven] = NOT_GIVEN,
        password: Union[str, NotGiven] = NOT_GIVEN,
        first_name: Union[str, NotGiven] = NOT_GIVEN,
        last_name: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create the first owner. Without email, password and first_name, it creates the local owner, which can only sign in with links of `gatehouse open` until PUT /v1/users/me/account. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/claim",
                [],
                query={},
                body={"token": token, "email": email, "password": password, "first_name": first_name, "last_name": last_name},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Collections:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        parent_collection_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a collection. Requires the scope `prompts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/collections",
                [],
                query={},
                body={"id": id, "slug": slug, "name": name, "parent_collection_id": parent_collection_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an empty collection. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/collections/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List collections. Requires the scope `prompts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/collections",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a collection. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/collections/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Rename a collection. Requires the scope `prompts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/collections/{id}",
                [id],
                query={},
                body={"name": name, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class ConfigsVersions:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        slug: str,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the versions of a config. Newest first. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/configs/{slug}/versions",
                [slug],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        version: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read one version of a config. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/configs/{slug}/versions/{version}",
                [slug, version],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Configs:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.versions = ConfigsVersions(send)

    def create(
        self,
        *,
        name: str,
        config: Union[Mapping[str, Any], str],
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        isDefault: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        is_default: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a config. Requires the scope `configs.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/configs",
                [],
                query={},
                body={"name": name, "id": id, "slug": slug, "config": config, "isDefault": isDefault, "is_default": is_default, "note": note, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a config. Requires the scope `configs.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/configs/{slug}",
                [slug],
                query={"workspace_id": workspace_id, "force": force},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def explain(
        self,
        *,
        config: Union[Mapping[str, Any], str],
        request: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        outcomes: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        circuits: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        cache: Union[Union[str, Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        random: Union[float, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Simulate a request through a config. No provider is called. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/configs/explain",
                [],
                query={},
                body={"config": config, "request": request, "outcomes": outcomes, "circuits": circuits, "cache": cache, "random": random, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def explain_saved(
        self,
        slug: str,
        *,
        config: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        request: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        outcomes: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        circuits: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        cache: Union[Union[str, Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        random: Union[float, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Simulate a request through a saved config. No provider is called. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/configs/{slug}/explain",
                [slug],
                query={},
                body={"config": config, "request": request, "outcomes": outcomes, "circuits": circuits, "cache": cache, "random": random, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List configs. Requires the scope `configs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/configs",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a config. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/configs/{slug}",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def roll_back(
        self,
        slug: str,
        *,
        version: Union[int, str],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Roll back a config. Creates a new version with the content of an earlier one. Requires the scope `configs.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/configs/{slug}/rollback",
                [slug],
                query={},
                body={"version": version, "note": note, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def update(
        self,
        slug: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        config: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        isDefault: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        is_default: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        version_id: Union[str, NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a config. Requires the scope `configs.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/configs/{slug}",
                [slug],
                query={"force": force},
                body={"name": name, "config": config, "status": status, "isDefault": isDefault, "is_default": is_default, "version_id": version_id, "note": note, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def validate(
        self,
        *,
        config: Union[Mapping[str, Any], str],
        slug: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Validate a config without saving it. Requires the scope `configs.read`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/configs/validate",
                [],
                query={},
                body={"config": config, "slug": slug, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Demo:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        requests: Union[int, NotGiven] = NOT_GIVEN,
        seed: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create the demo workspace. Fills a workspace with synthetic traffic of the last 7 days: keys, configs, guardrails, prompts, budgets, alerts, members, exports, logs, traces and feedback. No provider is called. Owners and trusted Admin keys only. Requires the scope `workspaces.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/demo",
                [],
                query={},
                body={"requests": requests, "seed": seed},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        **extra: Any,
    ) -> Model:
        """Remove the demo workspace. Deletes the demo workspace with everything in it, including its logs and its members. Owners and trusted Admin keys only. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/demo",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class DeviceLogins:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def approve(
        self,
        *,
        user_code: str,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expires_in_days: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Approve a device login. The device then gets a personal API key with the requested scopes, as far as you hold them. Approve only a login that you started yourself. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/device-logins/approve",
                [],
                query={},
                body={"user_code": user_code, "workspace_id": workspace_id, "expires_in_days": expires_in_days},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def deny(
        self,
        *,
        user_code: str,
        **extra: Any,
    ) -> Model:
        """Deny a device login. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "POST",
                "/device-logins/deny",
                [],
                query={},
                body={"user_code": user_code},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List your own device logins. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/device-logins",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def lookup(
        self,
        *,
        user_code: str,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read what a device asks for. The code is in the body, because addresses are logged. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "POST",
                "/device-logins/lookup",
                [],
                query={},
                body={"user_code": user_code, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def revoke(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Revoke one of your own device logins. Its API key stops working immediately. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/device-logins/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Feedback:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        body: Any,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create feedback. Requires the scope `logs.write`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/feedback",
                [],
                query={"workspace_id": workspace_id},
                body=body,
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def list(
        self,
        *,
        trace_id: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the feedback of a trace. Requires one of the scopes `logs.view`, `logs.write`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/feedback",
                [],
                query={"trace_id": trace_id, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        value: int,
        weight: Union[Union[float, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        feedback_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update feedback. Requires the scope `logs.write`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/feedback/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body={"value": value, "weight": weight, "metadata": metadata, "feedback_id": feedback_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class GroupMappings:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        group_name: str,
        organisation_role: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_role: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a group mapping. Gives the members of a group a role in the organisation, in a workspace, or both. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/group-mappings",
                [],
                query={},
                body={"group_name": group_name, "organisation_role": organisation_role, "workspace_id": workspace_id, "workspace_role": workspace_role},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Delete a group mapping. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/group-mappings/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        group_name: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List group mappings. Requires the scope `organisation_settings.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/group-mappings",
                [],
                query={"group_name": group_name, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read a group mapping. Requires the scope `organisation_settings.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/group-mappings/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        group_name: Union[str, NotGiven] = NOT_GIVEN,
        organisation_role: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_role: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a group mapping. Omitted fields stay unchanged. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/group-mappings/{id}",
                [id],
                query={},
                body={"group_name": group_name, "organisation_role": organisation_role, "workspace_id": workspace_id, "workspace_role": workspace_role},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class GuardrailsChecks:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List the checks that guardrails can use. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/guardrails/checks",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class GuardrailsVersions:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the versions of a guardrail. Newest first. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/guardrails/{slug}/versions",
                [slug],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Guardrails:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.checks = GuardrailsChecks(send)
        self.versions = GuardrailsVersions(send)

    def create(
        self,
        *,
        name: str,
        checks: Sequence[Mapping[str, Any]],
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        actions: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        organisation_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a guardrail. Configs name it in `input_guardrails` and `output_guardrails`. With `organisation_id`, all workspaces can use it. Requires one of the scopes `guardrails.create`, `organisation_guardrails.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/guardrails",
                [],
                query={},
                body={"name": name, "id": id, "slug": slug, "checks": checks, "actions": actions, "workspace_id": workspace_id, "organisation_id": organisation_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a guardrail. Refused while a config names it, or while it is a default of a workspace or of the organisation. Requires one of the scopes `guardrails.delete`, `organisation_guardrails.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/guardrails/{slug}",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List guardrails. Those of the workspace and of the organisation, without their checks. Requires one of the scopes `guardrails.list`, `organisation_guardrails.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/guardrails",
                [],
                query={"workspace_id": workspace_id, "organisation_id": organisation_id, "type": type, "search": search, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        version_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a guardrail. `slug` is the slug or the id. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/guardrails/{slug}",
                [slug],
                query={"workspace_id": workspace_id, "version_id": version_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def report(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        examples: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Report what a guardrail did, or would have done in shadow mode. `slug` is the slug or id of a saved guardrail, or `inline.all` for all inline ones. Default range: 7 days. Requires the scope `logs.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/guardrails/{slug}/report",
                [slug],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "examples": examples},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        *,
        guardrail: Union[str, NotGiven] = NOT_GIVEN,
        checks: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        actions: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        direction: Union[str, NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        endpoint: Union[str, NotGiven] = NOT_GIVEN,
        log_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        headers: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Test a guardrail. Runs it over a text, a body or a logged request, as if it were neither async nor in shadow mode. Webhooks are called, and models are charged to the workspace. Nothing is stored. Requires the scope `guardrails.invoke`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/guardrails/test",
                [],
                query={},
                body={"guardrail": guardrail, "checks": checks, "actions": actions, "direction": direction, "text": text, "endpoint": endpoint, "log_id": log_id, "metadata": metadata, "headers": headers, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        checks: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        actions: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        version_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a guardrail. A change of checks or actions creates a new version, which takes effect on the next request. Requires one of the scopes `guardrails.update`, `organisation_guardrails.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/guardrails/{slug}",
                [slug],
                query={},
                body={"name": name, "checks": checks, "actions": actions, "version_id": version_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def validate(
        self,
        *,
        checks: Sequence[Mapping[str, Any]],
        actions: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Validate a guardrail without saving it. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/guardrails/validate",
                [],
                query={},
                body={"checks": checks, "actions": actions, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class IntegrationsModels:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def delete(
        self,
        slug: str,
        *,
        models: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        slugs: Union[Union[Union[str, Sequence[str]], None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete models of an integration. Removes the settings of these models. `allow_all_models` then decides whether they can be used. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/integrations/{slug}/models",
                [slug],
                query={},
                body={"models": models, "slugs": slugs, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the models of an integration. The models of the price list of its provider, and those with settings of their own. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/integrations/{slug}/models",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        models: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        allow_all_models: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update the models of an integration. Models that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/integrations/{slug}/models",
                [slug],
                query={},
                body={"models": models, "allow_all_models": allow_all_models, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class IntegrationsWorkspaces:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the workspaces of an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/integrations/{slug}/workspaces",
                [slug],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        workspaces: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        global_workspace_access: Union[Union[Union[bool, Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        override_existing_workspace_access: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        override_existing_workspaces_access: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        create_default_provider: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        default_provider_slug: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update the workspaces of an integration. Workspaces that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/integrations/{slug}/workspaces",
                [slug],
                query={},
                body={"workspaces": workspaces, "global_workspace_access": global_workspace_access, "override_existing_workspace_access": override_existing_workspace_access, "override_existing_workspaces_access": override_existing_workspaces_access, "create_default_provider": create_default_provider, "default_provider_slug": default_provider_slug, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Integrations:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.models = IntegrationsModels(send)
        self.workspaces = IntegrationsWorkspaces(send)

    def create(
        self,
        *,
        name: str,
        ai_provider_id: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        configurations: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        create_default_provider: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        default_provider_slug: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        secret_mappings: Union[Union[Sequence[Any], None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create an integration. An Admin key, owner or admin creates it for the organisation, and opens it to workspaces. With `workspace_id`, or with a workspace key, only that workspace can use it. Requires one of the scopes `organisation_integrations.create`, `workspace_integrations.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/integrations",
                [],
                query={},
                body={"name": name, "id": id, "ai_provider_id": ai_provider_id, "slug": slug, "key": key, "description": description, "note": note, "configurations": configurations, "workspace_id": workspace_id, "create_default_provider": create_default_provider, "default_provider_slug": default_provider_slug, "secret_mappings": secret_mappings},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an integration. Also deletes the providers that were made from it. Requires one of the scopes `organisation_integrations.delete`, `workspace_integrations.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/integrations/{slug}",
                [slug],
                query={"workspace_id": workspace_id, "force": force},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List integrations. Requires one of the scopes `organisation_integrations.list`, `workspace_integrations.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/integrations",
                [],
                query={"workspace_id": workspace_id, "type": type, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/integrations/{slug}",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        configurations: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        secret_mappings: Union[Union[Sequence[Any], None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update an integration. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/integrations/{slug}",
                [slug],
                query={},
                body={"name": name, "key": key, "description": description, "note": note, "configurations": configurations, "workspace_id": workspace_id, "secret_mappings": secret_mappings},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Invites:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def accept(
        self,
        *,
        token: str,
        password: str,
        first_name: str,
        last_name: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Accept an invitation. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/invites/accept",
                [],
                query={},
                body={"token": token, "password": password, "first_name": first_name, "last_name": last_name},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def create(
        self,
        *,
        email: str,
        role: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspaces: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        workspace_api_key_details: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Invite a user. Returns a link. The gateway sends no email. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/users/invites",
                [],
                query={},
                body={"id": id, "email": email, "role": role, "workspaces": workspaces, "workspace_api_key_details": workspace_api_key_details},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Cancel an invitation. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/invites/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        currentPage: Union[int, NotGiven] = NOT_GIVEN,
        pageSize: Union[int, NotGiven] = NOT_GIVEN,
        role: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List invitations. Requires the scope `organisation_users.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users/invites",
                [],
                query={"currentPage": currentPage, "pageSize": pageSize, "role": role, "email": email, "status": status},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read an invitation. Requires the scope `organisation_users.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users/invites/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def resend(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Create a new link for an invitation. The old link stops working. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/users/invites/{id}/resend",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )


class Labels:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        color_code: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a label. Requires the scope `prompts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/labels",
                [],
                query={},
                body={"id": id, "name": name, "description": description, "color_code": color_code, "organisation_id": organisation_id, "organization_id": organization_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a label. The label is removed from all prompt versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/labels/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List labels. Requires the scope `prompts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/labels",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id, "search": search, "organisation_id": organisation_id, "organization_id": organization_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a label. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/labels/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        color_code: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        organisation_id: Union[str, NotGiven] = NOT_GIVEN,
        organization_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a label. Requires the scope `prompts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/labels/{id}",
                [id],
                query={},
                body={"name": name, "description": description, "color_code": color_code, "organisation_id": organisation_id, "organization_id": organization_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class LogExports:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def cancel(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Cancel a log export. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/logs/exports/{id}/cancel",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def content(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Download an export. Requires the scope `logs.export`."""
        return self._send.raw(
            AdminCall(
                "GET",
                "/logs/exports/{id}/content",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def create(
        self,
        *,
        requested_data: Sequence[str],
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        filters: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a log export. The export is a draft until you start it. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/logs/exports",
                [],
                query={},
                body={"workspace_id": workspace_id, "filters": filters, "requested_data": requested_data, "description": description, "format": format},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a log export and its file. Requires the scope `logs.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/logs/exports/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def download(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a download link for an export. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/exports/{id}/download",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def file(
        self,
        id: str,
        *,
        expires: Union[str, NotGiven] = NOT_GIVEN,
        signature: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Download an export by its signed link. Requires no authentication."""
        return self._send.raw(
            AdminCall(
                "GET",
                "/logs/exports/{id}/file",
                [id],
                query={"expires": expires, "signature": signature},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List log exports. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/exports",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a log export and its progress. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/exports/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def restrictions(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the fields that exports may not contain. Always empty: every caller with the scope logs.export can export every field. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/exports/field-restrictions",
                [],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def start(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Start or resume a log export. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/logs/exports/{id}/start",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        filters: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        requested_data: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        format: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        exportId: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a log export. Filters, columns and format cannot be changed while it is running or after it is finished. Requires the scope `logs.export`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/logs/exports/{id}",
                [id],
                query={},
                body={"workspace_id": workspace_id, "filters": filters, "requested_data": requested_data, "description": description, "format": format, "exportId": exportId},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Logs:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def facets(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Count request logs by their most frequent values. Requires the scope `logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/facets",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def histogram(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        bars: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Count request logs over time. Requires the scope `logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/histogram",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "bars": bars},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def insert(
        self,
        body: Any,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Insert request logs. Requires one of the scopes `logs.write`, `completions.write`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/logs",
                [],
                query={"workspace_id": workspace_id},
                body=body,
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        glance: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List request logs. Requires the scope `logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "page_size": page_size, "cursor": cursor, "glance": glance},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a request log. Requires the scope `logs.view`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/logs/{id}",
                [id],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def stream(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Stream[Model]:
        """Stream request logs. Requires the scope `logs.list`."""
        return self._send.stream(
            AdminCall(
                "GET",
                "/logs/stream",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class ModelCatalogue:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        provider: Union[str, NotGiven] = NOT_GIVEN,
        virtual_key: Union[str, NotGiven] = NOT_GIVEN,
        used: Union[str, NotGiven] = NOT_GIVEN,
        deprecated: Union[str, NotGiven] = NOT_GIVEN,
        order_by: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the models that virtual keys reach. Models of the price list of every provider with an active virtual key, models with a custom price, used models and the models of the built-in mock provider. Virtual keys with a custom host have only custom-priced and used models. Requires one of the scopes `virtual_keys.list`, `providers.list`, `completions.write`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/model-catalogue",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "search": search, "provider": provider, "virtual_key": virtual_key, "used": used, "deprecated": deprecated, "order_by": order_by, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class OrganisationDefaults:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def read(
        self,
        **extra: Any,
    ) -> Model:
        """Read the organisation’s default guardrails. Requires the scope `organisation_settings.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/organisation/defaults",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        *,
        input_guardrails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        output_guardrails: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Set the organisation’s default guardrails. An omitted list stays. They apply to all workspaces, and callers cannot remove them. Requires the scope `organisation_settings.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/organisation/defaults",
                [],
                query={"force": force},
                body={"input_guardrails": input_guardrails, "output_guardrails": output_guardrails},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Organisation:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.defaults = OrganisationDefaults(send)

    def read(
        self,
        **extra: Any,
    ) -> Model:
        """Read the organisation’s settings. Requires the scope `organisation_settings.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/organisation",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        body_retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        log_bodies: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        second_factor: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        enforce_sso: Union[bool, NotGiven] = NOT_GIVEN,
        defaults: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update the organisation’s settings. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/organisation",
                [],
                query={"force": force},
                body={"name": name, "retention_days": retention_days, "body_retention_days": body_retention_days, "log_bodies": log_bodies, "second_factor": second_factor, "enforce_sso": enforce_sso, "defaults": defaults},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class PoliciesRateLimits:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        conditions: Sequence[Mapping[str, Any]],
        group_by: Sequence[Mapping[str, Any]],
        type: str,
        unit: str,
        value: int,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a rate limit policy. Requires the scope `policies.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/policies/rate-limits",
                [],
                query={},
                body={"name": name, "conditions": conditions, "group_by": group_by, "workspace_id": workspace_id, "type": type, "unit": unit, "value": value, "id": id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Archive a rate limit policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/policies/rate-limits/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List rate limit policies. Requires the scope `policies.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/policies/rate-limits",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "status": status, "type": type},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a rate limit policy. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/policies/rate-limits/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        conditions: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        group_by: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        unit: Union[str, NotGiven] = NOT_GIVEN,
        value: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a rate limit policy. Requires the scope `policies.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/policies/rate-limits/{id}",
                [id],
                query={},
                body={"name": name, "conditions": conditions, "group_by": group_by, "workspace_id": workspace_id, "type": type, "unit": unit, "value": value},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class PoliciesUsageLimitsEntities:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the usage of a budget policy by group value. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/policies/usage-limits/{id}/entities",
                [id],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "status": status, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def reset(
        self,
        id: str,
        entity_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Reset the usage of a group value. Requires the scope `policies.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/policies/usage-limits/{id}/entities/{entity_id}/reset",
                [id, entity_id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class PoliciesUsageLimits:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.entities = PoliciesUsageLimitsEntities(send)

    def create(
        self,
        *,
        conditions: Sequence[Mapping[str, Any]],
        group_by: Sequence[Mapping[str, Any]],
        type: str,
        credit_limit: float,
        id: Union[str, NotGiven] = NOT_GIVEN,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        alert_threshold: Union[Union[float, None], NotGiven] = NOT_GIVEN,
        periodic_reset: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        periodic_reset_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        next_usage_reset_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a budget policy. Requires the scope `policies.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/policies/usage-limits",
                [],
                query={},
                body={"id": id, "name": name, "conditions": conditions, "group_by": group_by, "workspace_id": workspace_id, "type": type, "credit_limit": credit_limit, "alert_threshold": alert_threshold, "periodic_reset": periodic_reset, "periodic_reset_days": periodic_reset_days, "next_usage_reset_at": next_usage_reset_at},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Archive a budget policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/policies/usage-limits/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List budget policies. Requires the scope `policies.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/policies/usage-limits",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "status": status, "type": type},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        include_usage: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a budget policy. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/policies/usage-limits/{id}",
                [id],
                query={"workspace_id": workspace_id, "include_usage": include_usage},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        conditions: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        group_by: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        credit_limit: Union[float, NotGiven] = NOT_GIVEN,
        alert_threshold: Union[Union[float, None], NotGiven] = NOT_GIVEN,
        periodic_reset: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        periodic_reset_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        next_usage_reset_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        reset_usage_for_value: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a budget policy. Requires the scope `policies.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/policies/usage-limits/{id}",
                [id],
                query={},
                body={"name": name, "conditions": conditions, "group_by": group_by, "workspace_id": workspace_id, "type": type, "credit_limit": credit_limit, "alert_threshold": alert_threshold, "periodic_reset": periodic_reset, "periodic_reset_days": periodic_reset_days, "next_usage_reset_at": next_usage_reset_at, "reset_usage_for_value": reset_usage_for_value},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Policies:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.rate_limits = PoliciesRateLimits(send)
        self.usage_limits = PoliciesUsageLimits(send)


class PricesReprice:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        to: Union[str, NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        model: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        dry_run: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Compute missing costs. Starts a background job. Existing costs are not changed. Requires the scope `policies.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prices/reprice",
                [],
                query={},
                body={"to": to, "provider": provider, "model": model, "dry_run": dry_run, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a reprice job. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prices/reprice/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Prices:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.reprice = PricesReprice(send)

    def create(
        self,
        *,
        model: str,
        provider: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        virtual_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        prices: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        tiers: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        batch_prices: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        multiplier: Union[float, NotGiven] = NOT_GIVEN,
        valid_from: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a custom price. Requires the scope `policies.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prices",
                [],
                query={},
                body={"model": model, "provider": provider, "virtual_key": virtual_key, "prices": prices, "tiers": tiers, "batch_prices": batch_prices, "multiplier": multiplier, "valid_from": valid_from, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a custom price. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/prices/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def effective(
        self,
        *,
        provider: str,
        model: str,
        virtual_key: Union[str, NotGiven] = NOT_GIVEN,
        at: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Get the effective price of a model. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prices/effective",
                [],
                query={"provider": provider, "model": model, "virtual_key": virtual_key, "at": at, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List custom prices. Requires the scope `policies.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prices",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a custom price. Requires the scope `policies.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prices/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def unpriced(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List used models without a price. Requires the scope `policies.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prices/unpriced",
                [],
                query={"workspace_id": workspace_id, "to": to},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        model: str,
        provider: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        virtual_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        prices: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        tiers: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        batch_prices: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        multiplier: Union[float, NotGiven] = NOT_GIVEN,
        valid_from: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a custom price. Replaces all fields. Requires the scope `policies.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prices/{id}",
                [id],
                query={},
                body={"model": model, "provider": provider, "virtual_key": virtual_key, "prices": prices, "tiers": tiers, "batch_prices": batch_prices, "multiplier": multiplier, "valid_from": valid_from, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class PrivacyErasures:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        end_user: Union[str, NotGiven] = NOT_GIVEN,
        account_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Erase a person. Erases an end user, or deletes an account and erases what remains of it. Runs in the background; the audit log gets the receipt. Requires the scope `privacy.erase`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/privacy/erasures",
                [],
                query={},
                body={"end_user": end_user, "account_id": account_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List erasures. Requires the scope `privacy.erase`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/privacy/erasures",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def preview(
        self,
        *,
        end_user: Union[str, NotGiven] = NOT_GIVEN,
        account_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Preview an erasure. Counts what an erasure would remove, at least, and changes nothing. Requires the scope `privacy.erase`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/privacy/erasures/preview",
                [],
                query={},
                body={"end_user": end_user, "account_id": account_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read the receipt of an erasure. Requires the scope `privacy.erase`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/privacy/erasures/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class PrivacyExports:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def content(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Download an export of a person. Requires the scope `privacy.export`."""
        return self._send.raw(
            AdminCall(
                "GET",
                "/privacy/exports/{id}/content",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def create(
        self,
        *,
        end_user: Union[str, NotGiven] = NOT_GIVEN,
        account_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create an export of a person. Runs in the background and continues after a restart. The file has JSON lines, each with a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/privacy/exports",
                [],
                query={},
                body={"end_user": end_user, "account_id": account_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete an export of a person and its file. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/privacy/exports/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List exports of persons. Requires the scope `privacy.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/privacy/exports",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read an export of a person. Requires the scope `privacy.export`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/privacy/exports/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Privacy:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.erasures = PrivacyErasures(send)
        self.exports = PrivacyExports(send)

    def export(
        self,
        *,
        end_user: Union[str, NotGiven] = NOT_GIVEN,
        account_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> RawAnswer:
        """Export the data of a person. Streams JSON lines. For many logs, create an export instead: it continues after an interruption. Each line has a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.raw(
            AdminCall(
                "POST",
                "/privacy/export",
                [],
                query={},
                body={"end_user": end_user, "account_id": account_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )


class PromptPartialsVersions:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        id: str,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the versions of a partial. Newest first. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/partials/{id}/versions",
                [id],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class PromptPartials:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.versions = PromptPartialsVersions(send)

    def create(
        self,
        *,
        name: str,
        string: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        version_description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        version_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a partial. The first version is published immediately. Requires the scope `prompts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prompts/partials",
                [],
                query={},
                body={"name": name, "id": id, "slug": slug, "string": string, "version_description": version_description, "version_id": version_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a partial. Fails if prompts or partials include it, unless `force` is true. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/prompts/partials/{id}",
                [id],
                query={"workspace_id": workspace_id, "force": force},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List partials. Requires the scope `prompts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/partials",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def publish(
        self,
        id: str,
        *,
        version: int,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Publish a version of a partial. Takes effect immediately in every prompt that includes the partial. Requires the scope `prompts.publish`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prompts/partials/{id}/makeDefault",
                [id],
                query={},
                body={"version": version, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a partial. Returns the published version. Append @latest or @<number> to the id to read another one. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/partials/{id}",
                [id],
                query={"workspace_id": workspace_id, "version": version},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        string: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        version_description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        version_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a partial. New text creates a version that is not published yet. Requires the scope `prompts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prompts/partials/{id}",
                [id],
                query={},
                body={"name": name, "string": string, "description": description, "version_description": version_description, "version_id": version_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class PromptsVersions:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def label(
        self,
        id: str,
        version: str,
        *,
        label_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        label_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Label a version of a prompt. The labels are removed from other versions of the prompt. Requires the scope `prompts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prompts/{id}/versions/{version}",
                [id, version],
                query={},
                body={"label_id": label_id, "label_ids": label_ids, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        id: str,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the versions of a prompt. Newest first. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/{id}/versions",
                [id],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        version: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read one version of a prompt. `version` is its number or id. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/{id}/versions/{version}",
                [id, version],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Prompts:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.versions = PromptsVersions(send)

    def create(
        self,
        *,
        name: str,
        string: Union[str, Sequence[Mapping[str, Any]]],
        slug: Union[str, NotGiven] = NOT_GIVEN,
        parameters: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        model: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        virtual_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        functions: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        tools: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        tool_choice: Union[Union[Union[str, Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        version_description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        template_metadata: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        is_raw_template: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a prompt. The first version is published immediately. Requires the scope `prompts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prompts",
                [],
                query={},
                body={"name": name, "slug": slug, "string": string, "parameters": parameters, "model": model, "virtual_key": virtual_key, "functions": functions, "tools": tools, "tool_choice": tool_choice, "version_description": version_description, "template_metadata": template_metadata, "is_raw_template": is_raw_template, "collection_id": collection_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a prompt and all its versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/prompts/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def export(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Export a prompt with all its versions. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/{id}/export",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def import_(
        self,
        *,
        format: str,
        name: str,
        published: int,
        versions: Sequence[Mapping[str, Any]],
        slug: Union[str, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        update: Union[bool, NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Import a prompt. Requires the scope `prompts.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prompts/import",
                [],
                query={},
                body={"format": format, "slug": slug, "name": name, "published": published, "versions": versions, "id": id, "update": update, "collection_id": collection_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List prompts. Requires the scope `prompts.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id, "collection_id": collection_id, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def publish(
        self,
        id: str,
        *,
        version: int,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Publish a version of a prompt. Requires the scope `prompts.publish`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prompts/{id}/makeDefault",
                [id],
                query={},
                body={"version": version, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a prompt. Returns the published version. Append @latest, @<number> or @<label> to the id to read another one. Requires the scope `prompts.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/prompts/{id}",
                [id],
                query={"workspace_id": workspace_id, "version": version},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def render(
        self,
        id: str,
        *,
        variables: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        stream: Union[bool, NotGiven] = NOT_GIVEN,
        prompt_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Render a prompt without calling a model. Requires the scope `prompts.render`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/prompts/{id}/render",
                [id],
                query={},
                body={"variables": variables, "stream": stream, "prompt_id": prompt_id, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        string: Union[Union[str, Sequence[Mapping[str, Any]]], NotGiven] = NOT_GIVEN,
        parameters: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        model: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        virtual_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        functions: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        tools: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        tool_choice: Union[Union[Union[str, Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        version_description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        template_metadata: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        is_raw_template: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        patch: Union[Union[bool, float], NotGiven] = NOT_GIVEN,
        base_version: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a prompt. Changing the template or its parameters creates a version that is not published yet. Requires the scope `prompts.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/prompts/{id}",
                [id],
                query={},
                body={"name": name, "collection_id": collection_id, "string": string, "parameters": parameters, "model": model, "virtual_key": virtual_key, "functions": functions, "tools": tools, "tool_choice": tool_choice, "version_description": version_description, "template_metadata": template_metadata, "is_raw_template": is_raw_template, "patch": patch, "base_version": base_version, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Providers:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        integration_id: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        slug: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Union[Sequence[Mapping[str, Any]], Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Union[Sequence[Mapping[str, Any]], Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a provider from an integration. The provider uses the credential of the integration. To store a credential of its own, use POST /v1/virtual-keys. Requires one of the scopes `providers.create`, `virtual_keys.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/providers",
                [],
                query={},
                body={"name": name, "id": id, "integration_id": integration_id, "workspace_id": workspace_id, "slug": slug, "note": note, "usage_limits": usage_limits, "rate_limits": rate_limits, "expires_at": expires_at},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a provider. Requires one of the scopes `providers.delete`, `virtual_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/providers/{slug}",
                [slug],
                query={"workspace_id": workspace_id, "force": force},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List providers. Requires one of the scopes `providers.list`, `virtual_keys.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/providers",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a provider. Requires one of the scopes `providers.read`, `virtual_keys.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/providers/{slug}",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Union[Sequence[Mapping[str, Any]], Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        custom_host: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        model_config: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        deploymentConfig: Union[Any, NotGiven] = NOT_GIVEN,
        secret_mappings: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        provider: Union[str, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        reset_usage: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        integration_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a provider. Requires one of the scopes `providers.update`, `virtual_keys.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/providers/{slug}",
                [slug],
                query={"force": force},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "note": note, "usage_limits": usage_limits, "rate_limits": rate_limits, "expires_at": expires_at, "custom_host": custom_host, "model_config": model_config, "deploymentConfig": deploymentConfig, "secret_mappings": secret_mappings, "workspace_id": workspace_id, "name": name, "provider": provider, "key": key, "status": status, "reset_usage": reset_usage, "integration_id": integration_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Roles:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        level: str,
        permissions: Sequence[str],
        slug: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a custom role. You can give a role only permissions that you hold yourself. Requires the scope `roles.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/roles",
                [],
                query={},
                body={"name": name, "slug": slug, "description": description, "level": level, "permissions": permissions},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        replace_with: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a custom role. A role that users, invitations, group mappings or single sign-on connections have is deleted only with `replace_with`. Requires the scope `roles.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/roles/{id}",
                [id],
                query={"replace_with": replace_with},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        level: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List roles. Built-in roles first, then custom roles by name. Requires the scope `roles.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/roles",
                [],
                query={"level": level},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read a custom role. Requires the scope `roles.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/roles/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        permissions: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a custom role. Omitted fields stay unchanged. It takes effect at once for everyone who has the role, and ends their running requests if they may no longer send them. You must hold all permissions that the role has before and after. Requires the scope `roles.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/roles/{id}",
                [id],
                query={},
                body={"name": name, "description": description, "permissions": permissions},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class ScimLog:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        *,
        result: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List SCIM requests. Newest first. Requests are kept for 7 days, and at most 10,000 of them. Requires one of the scopes `scim.provision`, `audit_logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/scim-log",
                [],
                query={"result": result, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Scopes:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List scopes. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/scopes",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class SecondFactors:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def add_passkey(
        self,
        *,
        name: str,
        credential: Mapping[str, Any],
        **extra: Any,
    ) -> Model:
        """Add a passkey. Ends your other sessions. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "POST",
                "/users/me/passkeys",
                [],
                query={},
                body={"name": name, "credential": credential},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def add_totp(
        self,
        *,
        code: str,
        **extra: Any,
    ) -> Model:
        """Add the authenticator app. Ends your other sessions. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/users/me/totp",
                [],
                query={},
                body={"code": code},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List your own second factors. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/users/me/second-factors",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def passkey_options(
        self,
        **extra: Any,
    ) -> Model:
        """Request the options to create a passkey. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/users/me/passkeys/options",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def remove(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Remove all second factors of a user. For a user who lost them. Ends all sessions of the user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/{id}/second-factors",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def remove_passkey(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Remove a passkey. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/users/me/passkeys/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def remove_totp(
        self,
        **extra: Any,
    ) -> Model:
        """Remove the authenticator app. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/users/me/totp",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def rename_passkey(
        self,
        id: str,
        *,
        name: str,
        **extra: Any,
    ) -> Model:
        """Rename a passkey. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/users/me/passkeys/{id}",
                [id],
                query={},
                body={"name": name},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def renew_recovery_codes(
        self,
        **extra: Any,
    ) -> Model:
        """Create new recovery codes. The old ones stop working. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/users/me/recovery-codes",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def start_totp(
        self,
        **extra: Any,
    ) -> Model:
        """Create a secret for an authenticator app. It has no effect until PUT /v1/users/me/totp proves that the app has it, within five minutes. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/users/me/totp",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def status(
        self,
        *,
        currentPage: Union[int, NotGiven] = NOT_GIVEN,
        pageSize: Union[int, NotGiven] = NOT_GIVEN,
        role: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List which users have a second factor. Requires the scope `organisation_users.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/second-factors",
                [],
                query={"currentPage": currentPage, "pageSize": pageSize, "role": role, "email": email},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class SecretReferences:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def test(
        self,
        *,
        reference: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Test a secret reference. Reads the secret from its store, not from the cache, and returns whether it exists. The value is never returned. Callers of a workspace can test only paths that the operator allows for the workspace. Requires one of the scopes `virtual_keys.create`, `providers.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/secret-references/test",
                [],
                query={},
                body={"reference": reference, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Sessions:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def by_link(
        self,
        *,
        token: str,
        **extra: Any,
    ) -> Model:
        """Sign in with a one-time link. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/link",
                [],
                query={},
                body={"token": token},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def confirm(
        self,
        *,
        code: Union[str, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, NotGiven] = NOT_GIVEN,
        passkey: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        password: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Confirm your identity in this session. Operations that show secrets, change rights or delete need it: with a second factor, or with the password if you have none. It lasts ten minutes. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/current/confirm",
                [],
                query={},
                body={"code": code, "recovery_code": recovery_code, "passkey": passkey, "password": password},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def confirm_options(
        self,
        **extra: Any,
    ) -> Model:
        """Request the options to confirm your identity with a passkey. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/current/passkey-options",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def create(
        self,
        *,
        email: str,
        password: str,
        **extra: Any,
    ) -> Model:
        """Sign in. For a user with a second factor, the response is a pending sign-in: POST /v1/sessions/second-factor finishes it. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions",
                [],
                query={},
                body={"email": email, "password": password},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def current(
        self,
        **extra: Any,
    ) -> Model:
        """Read the current caller. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sessions/current",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def delete(
        self,
        **extra: Any,
    ) -> Model:
        """Sign out. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/sessions/current",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def end(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """End one of your own sessions. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/sessions/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def end_others(
        self,
        **extra: Any,
    ) -> Model:
        """End all your other sessions. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/sessions",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List your own sessions. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sessions",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def passkey_options(
        self,
        *,
        passwordless: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Request the options for a passkey sign-in. For the sign-in that waits for a second factor, or for one without a password. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/passkey-options",
                [],
                query={},
                body={"passwordless": passwordless},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def reset_password(
        self,
        *,
        token: str,
        password: str,
        **extra: Any,
    ) -> Model:
        """Set a new password with a reset link. Also signs in. A user with a second factor finishes with POST /v1/sessions/second-factor. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/password",
                [],
                query={},
                body={"token": token, "password": password},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def second_factor(
        self,
        *,
        code: Union[str, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, NotGiven] = NOT_GIVEN,
        passkey: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Finish a sign-in with a second factor. Needs the cookie of POST /v1/sessions or POST /v1/sso/callback, which is valid for five minutes and 5 attempts. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sessions/second-factor",
                [],
                query={},
                body={"code": code, "recovery_code": recovery_code, "passkey": passkey},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Sinks:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        type: str,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        filter: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        sample_rate: Union[float, NotGiven] = NOT_GIVEN,
        bodies: Union[str, NotGiven] = NOT_GIVEN,
        exclude_metadata: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        region: Union[str, NotGiven] = NOT_GIVEN,
        bucket: Union[str, NotGiven] = NOT_GIVEN,
        prefix: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        signals: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        brokers: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        topic: Union[str, NotGiven] = NOT_GIVEN,
        tls: Union[bool, NotGiven] = NOT_GIVEN,
        sasl: Union[str, NotGiven] = NOT_GIVEN,
        message_key: Union[str, NotGiven] = NOT_GIVEN,
        access_key_id: Union[str, NotGiven] = NOT_GIVEN,
        secret_access_key: Union[str, NotGiven] = NOT_GIVEN,
        session_token: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        webhook_url: Union[str, NotGiven] = NOT_GIVEN,
        signing_secret: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        headers: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        username: Union[str, NotGiven] = NOT_GIVEN,
        password: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a sink. Logs of requests that end after this are sent to it. Requires the scope `sinks.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sinks",
                [],
                query={},
                body={"name": name, "type": type, "enabled": enabled, "filter": filter, "sample_rate": sample_rate, "bodies": bodies, "exclude_metadata": exclude_metadata, "endpoint": endpoint, "region": region, "bucket": bucket, "prefix": prefix, "format": format, "signals": signals, "brokers": brokers, "topic": topic, "tls": tls, "sasl": sasl, "message_key": message_key, "access_key_id": access_key_id, "secret_access_key": secret_access_key, "session_token": session_token, "webhook_url": webhook_url, "signing_secret": signing_secret, "headers": headers, "username": username, "password": password, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a sink. Undelivered logs are not sent. Logs that it has received are not deleted. Requires the scope `sinks.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/sinks/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List sinks. Requires the scope `sinks.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sinks",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def progress(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read the progress of a sink on each node. Counters start at 0 when the sink is created. Nodes that have not reported for a day are left out. Requires the scope `sinks.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sinks/{id}/progress",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a sink. Requires the scope `sinks.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sinks/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Send a sample log to a sink. Makes one attempt and returns its result. Also works for a disabled sink. Requires the scope `sinks.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sinks/{id}/test",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        filter: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        sample_rate: Union[float, NotGiven] = NOT_GIVEN,
        bodies: Union[str, NotGiven] = NOT_GIVEN,
        exclude_metadata: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        region: Union[str, NotGiven] = NOT_GIVEN,
        bucket: Union[str, NotGiven] = NOT_GIVEN,
        prefix: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        signals: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        brokers: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        topic: Union[str, NotGiven] = NOT_GIVEN,
        tls: Union[bool, NotGiven] = NOT_GIVEN,
        sasl: Union[str, NotGiven] = NOT_GIVEN,
        message_key: Union[str, NotGiven] = NOT_GIVEN,
        access_key_id: Union[str, NotGiven] = NOT_GIVEN,
        secret_access_key: Union[str, NotGiven] = NOT_GIVEN,
        session_token: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        webhook_url: Union[str, NotGiven] = NOT_GIVEN,
        signing_secret: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        headers: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        username: Union[str, NotGiven] = NOT_GIVEN,
        password: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a sink. Omitted fields stay unchanged. The type cannot be changed. If the destination changes to another origin, broker, SASL mechanism or to a connection without TLS, send its secrets again: stored ones are never sent to another destination. Requires the scope `sinks.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/sinks/{id}",
                [id],
                query={},
                body={"name": name, "enabled": enabled, "filter": filter, "sample_rate": sample_rate, "bodies": bodies, "exclude_metadata": exclude_metadata, "endpoint": endpoint, "region": region, "bucket": bucket, "prefix": prefix, "format": format, "signals": signals, "brokers": brokers, "topic": topic, "tls": tls, "sasl": sasl, "message_key": message_key, "access_key_id": access_key_id, "secret_access_key": secret_access_key, "session_token": session_token, "webhook_url": webhook_url, "signing_secret": signing_secret, "headers": headers, "username": username, "password": password, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class SsoConnections:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        issuer: str,
        client_id: str,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        auth_method: Union[str, NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        claims: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        domains: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        trust_email: Union[bool, NotGiven] = NOT_GIVEN,
        allow_new_users: Union[bool, NotGiven] = NOT_GIVEN,
        default_role: Union[str, NotGiven] = NOT_GIVEN,
        is_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a single sign-on connection. One OpenID Connect issuer. Test it before you enable it. Requires the scope `sso_connections.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/sso-connections",
                [],
                query={},
                body={"name": name, "issuer": issuer, "client_id": client_id, "client_secret": client_secret, "auth_method": auth_method, "scopes": scopes, "claims": claims, "domains": domains, "trust_email": trust_email, "allow_new_users": allow_new_users, "default_role": default_role, "is_enabled": is_enabled},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Delete a single sign-on connection. Ends the sessions that were started with it. Its users stay. Requires the scope `sso_connections.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/sso-connections/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List single sign-on connections. Requires the scope `sso_connections.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/sso-connections",
                [],
                query={"current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read a single sign-on connection. Requires the scope `sso_connections.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/sso-connections/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Start a test of a single sign-on connection. The connection need not be enabled. Open the URL in the same browser; nobody is signed in. Requires the scope `sso_connections.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/sso-connections/{id}/test",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def test_result(
        self,
        *,
        state: str,
        code: Union[str, NotGiven] = NOT_GIVEN,
        iss: Union[str, NotGiven] = NOT_GIVEN,
        session_state: Union[str, NotGiven] = NOT_GIVEN,
        error: Union[str, NotGiven] = NOT_GIVEN,
        error_description: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Finish a test of a single sign-on connection. Returns the claims, the roles that group mappings give, and whether the user could sign in. Requires the scope `sso_connections.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/sso-connections/test-result",
                [],
                query={},
                body={"state": state, "code": code, "iss": iss, "session_state": session_state, "error": error, "error_description": error_description},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        issuer: Union[str, NotGiven] = NOT_GIVEN,
        client_id: Union[str, NotGiven] = NOT_GIVEN,
        client_secret: Union[str, NotGiven] = NOT_GIVEN,
        auth_method: Union[str, NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        claims: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        domains: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        trust_email: Union[bool, NotGiven] = NOT_GIVEN,
        allow_new_users: Union[bool, NotGiven] = NOT_GIVEN,
        default_role: Union[str, NotGiven] = NOT_GIVEN,
        is_enabled: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a single sign-on connection. Omitted fields stay unchanged. After a change of issuer, client or claims, test it again. Requires the scope `sso_connections.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/sso-connections/{id}",
                [id],
                query={},
                body={"name": name, "issuer": issuer, "client_id": client_id, "client_secret": client_secret, "auth_method": auth_method, "scopes": scopes, "claims": claims, "domains": domains, "trust_email": trust_email, "allow_new_users": allow_new_users, "default_role": default_role, "is_enabled": is_enabled},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Sso:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def callback(
        self,
        *,
        state: str,
        code: Union[str, NotGiven] = NOT_GIVEN,
        iss: Union[str, NotGiven] = NOT_GIVEN,
        session_state: Union[str, NotGiven] = NOT_GIVEN,
        error: Union[str, NotGiven] = NOT_GIVEN,
        error_description: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Finish a single sign-on. The page at the redirect URL sends what the identity provider added to it. For a user with a second factor, the response is a pending sign-in if the organisation does not accept single sign-on instead of it. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sso/callback",
                [],
                query={},
                body={"state": state, "code": code, "iss": iss, "session_state": session_state, "error": error, "error_description": error_description},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def keys(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read the public key of a single sign-on connection. A JSON Web Key Set for identity providers that verify `private_key_jwt`. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sso/keys/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def logout(
        self,
        id: str,
        *,
        logout_token: str,
        **extra: Any,
    ) -> Model:
        """End sessions by back-channel logout. For identity providers (OpenID Connect Back-Channel Logout 1.0). The body is a form. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sso/logout/{id}",
                [id],
                query={},
                body={"logout_token": logout_token},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def start(
        self,
        *,
        email: str,
        **extra: Any,
    ) -> Model:
        """Start a single sign-on. Finds the connection by the domain of the e-mail address. Sets a cookie that binds it to the browser. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "POST",
                "/sso/start",
                [],
                query={},
                body={"email": email},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def status(
        self,
        **extra: Any,
    ) -> Model:
        """Read whether single sign-on is available. Requires no authentication."""
        return self._send.json(
            AdminCall(
                "GET",
                "/sso",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class SupportedProviders:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        **extra: Any,
    ) -> Model:
        """List supported providers. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/supported-providers",
                [],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Traces:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_slug: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_min: Union[str, NotGiven] = NOT_GIVEN,
        time_of_generation_max: Union[str, NotGiven] = NOT_GIVEN,
        total_units_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        total_units_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        cost_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        prompt_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        completion_token_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        weighted_feedback_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        weighted_feedback_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        ai_org_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        response_time_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        response_time_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_min: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        attempt_count_max: Union[Union[float, str], NotGiven] = NOT_GIVEN,
        rescued: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        circuit_skip: Union[Union[bool, str], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        not_status_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_ai_model: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_provider: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_endpoint: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_api_key_ids: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_virtual_keys: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_configs: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_prompt_slug: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_trace_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_span_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_cache_status: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_source: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_guardrail_verdict: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        not_metadata: Union[Union[Mapping[str, Any], str], NotGiven] = NOT_GIVEN,
        requests_min: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List traces. Requires the scope `logs.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/traces",
                [],
                query={"workspace_id": workspace_id, "workspace_slug": workspace_slug, "time_of_generation_min": time_of_generation_min, "time_of_generation_max": time_of_generation_max, "total_units_min": total_units_min, "total_units_max": total_units_max, "cost_min": cost_min, "cost_max": cost_max, "prompt_token_min": prompt_token_min, "prompt_token_max": prompt_token_max, "completion_token_min": completion_token_min, "completion_token_max": completion_token_max, "status_code": status_code, "weighted_feedback_min": weighted_feedback_min, "weighted_feedback_max": weighted_feedback_max, "virtual_keys": virtual_keys, "configs": configs, "api_key_ids": api_key_ids, "prompt_slug": prompt_slug, "trace_id": trace_id, "span_id": span_id, "metadata": metadata, "ai_org_model": ai_org_model, "ai_model": ai_model, "provider": provider, "endpoint": endpoint, "cache_status": cache_status, "source": source, "guardrail": guardrail, "guardrail_verdict": guardrail_verdict, "response_time_min": response_time_min, "response_time_max": response_time_max, "attempt_count_min": attempt_count_min, "attempt_count_max": attempt_count_max, "rescued": rescued, "circuit_skip": circuit_skip, "text": text, "not_status_code": not_status_code, "not_ai_model": not_ai_model, "not_provider": not_provider, "not_endpoint": not_endpoint, "not_api_key_ids": not_api_key_ids, "not_virtual_keys": not_virtual_keys, "not_configs": not_configs, "not_prompt_slug": not_prompt_slug, "not_trace_id": not_trace_id, "not_span_id": not_span_id, "not_cache_status": not_cache_status, "not_source": not_source, "not_guardrail": not_guardrail, "not_guardrail_verdict": not_guardrail_verdict, "not_metadata": not_metadata, "requests_min": requests_min, "page_size": page_size, "cursor": cursor},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class Users:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def account(
        self,
        *,
        email: str,
        password: str,
        first_name: str,
        last_name: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Set e-mail address and password of the local owner. For the owner that POST /v1/claim created without an account. All other sessions of it end. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/users/me/account",
                [],
                query={},
                body={"email": email, "password": password, "first_name": first_name, "last_name": last_name},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def delete(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Delete a user. Also deletes the user’s memberships, sessions and personal keys. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def device_login_revoke(
        self,
        id: str,
        login_id: str,
        **extra: Any,
    ) -> Model:
        """Revoke a device login of a user. Its API key stops working immediately. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/{id}/device-logins/{login_id}",
                [id, login_id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def device_logins(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """List the device logins of a user. Requires the scope `organisation_users.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users/{id}/device-logins",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        currentPage: Union[int, NotGiven] = NOT_GIVEN,
        pageSize: Union[int, NotGiven] = NOT_GIVEN,
        role: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List users. Requires the scope `organisation_users.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users",
                [],
                query={"currentPage": currentPage, "pageSize": pageSize, "role": role, "email": email},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def password(
        self,
        *,
        current_password: str,
        new_password: str,
        **extra: Any,
    ) -> Model:
        """Change your own password. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/users/me/password",
                [],
                query={},
                body={"current_password": current_password, "new_password": new_password},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def password_link(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Create a password reset link. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/users/{id}/password-link",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=True,
            )
        )

    def read(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """Read a user. Requires the scope `organisation_users.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users/{id}",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def session_end(
        self,
        id: str,
        session_id: str,
        **extra: Any,
    ) -> Model:
        """End a session of a user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/{id}/sessions/{session_id}",
                [id, session_id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def sessions(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """List the sessions of a user. Requires the scope `organisation_users.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/users/{id}/sessions",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def sessions_end(
        self,
        id: str,
        **extra: Any,
    ) -> Model:
        """End all sessions of a user. Also ends unfinished sign-ins and device logins. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/users/{id}/sessions",
                [id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        role: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        is_break_glass: Union[bool, NotGiven] = NOT_GIVEN,
        first_name: Union[str, NotGiven] = NOT_GIVEN,
        last_name: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a user. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/users/{id}",
                [id],
                query={},
                body={"role": role, "status": status, "is_break_glass": is_break_glass, "first_name": first_name, "last_name": last_name},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class VirtualKeysKeys:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        slug: str,
        *,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        weight: Union[float, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Add a provider key to a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/virtual-keys/{slug}/keys",
                [slug],
                query={},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "key": key, "weight": weight, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        key_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Remove a provider key from a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/virtual-keys/{slug}/keys/{key_id}",
                [slug, key_id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        key_id: str,
        *,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        weight: Union[float, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a provider key of a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/virtual-keys/{slug}/keys/{key_id}",
                [slug, key_id],
                query={},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "key": key, "weight": weight, "status": status, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class VirtualKeys:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.keys = VirtualKeysKeys(send)

    def create(
        self,
        *,
        provider: str,
        name: str,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Union[Sequence[Mapping[str, Any]], Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        custom_host: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        model_config: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        deploymentConfig: Union[Any, NotGiven] = NOT_GIVEN,
        secret_mappings: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        keys: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a virtual key. Requires one of the scopes `virtual_keys.create`, `providers.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/virtual-keys",
                [],
                query={},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "note": note, "usage_limits": usage_limits, "rate_limits": rate_limits, "expires_at": expires_at, "custom_host": custom_host, "model_config": model_config, "deploymentConfig": deploymentConfig, "secret_mappings": secret_mappings, "workspace_id": workspace_id, "provider": provider, "key": key, "name": name, "id": id, "slug": slug, "keys": keys},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a virtual key. Requires one of the scopes `virtual_keys.delete`, `providers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/virtual-keys/{slug}",
                [slug],
                query={"workspace_id": workspace_id, "force": force},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        search: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List virtual keys. Requires one of the scopes `virtual_keys.list`, `providers.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/virtual-keys",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size, "search": search},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/virtual-keys/{slug}",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def test(
        self,
        slug: str,
        *,
        key_id: Union[str, NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Test a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/virtual-keys/{slug}/test",
                [slug],
                query={},
                body={"key_id": key_id, "model": model, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def test_unsaved(
        self,
        *,
        provider: str,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        custom_host: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        model_config: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Test a credential before saving it. Requires one of the scopes `virtual_keys.create`, `providers.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/virtual-keys/test",
                [],
                query={},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "provider": provider, "key": key, "custom_host": custom_host, "model_config": model_config, "model": model, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def update(
        self,
        slug: str,
        *,
        anthropic_version: Union[Any, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[Any, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[Any, NotGiven] = NOT_GIVEN,
        modal_key: Union[Any, NotGiven] = NOT_GIVEN,
        modal_secret: Union[Any, NotGiven] = NOT_GIVEN,
        openai_organization: Union[Any, NotGiven] = NOT_GIVEN,
        openai_project: Union[Any, NotGiven] = NOT_GIVEN,
        openai_beta: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_region: Union[Any, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[Any, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[Any, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[Any, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[Any, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[Any, NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Union[Sequence[Mapping[str, Any]], Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        expires_at: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        custom_host: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        model_config: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        deploymentConfig: Union[Any, NotGiven] = NOT_GIVEN,
        secret_mappings: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        provider: Union[str, NotGiven] = NOT_GIVEN,
        key: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        reset_usage: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        integration_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        force: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/virtual-keys/{slug}",
                [slug],
                query={"force": force},
                body={"anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "cloud_a_foundry_url": cloud_a_foundry_url, "cloud_a_deployment_name": cloud_a_deployment_name, "cloud_a_extra_parameters": cloud_a_extra_parameters, "cloud_a_api_version": cloud_a_api_version, "cloud_a_ad_token": cloud_a_ad_token, "cloud_a_auth_mode": cloud_a_auth_mode, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "cloud_a_entra_scope": cloud_a_entra_scope, "cloud_a_managed_client_id": cloud_a_managed_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "cloud_a_resource_name": cloud_a_resource_name, "cloud_a_deployment_id": cloud_a_deployment_id, "cloud_a_model_name": cloud_a_model_name, "cloud_a_deployments": cloud_a_deployments, "cloud_c_region": cloud_c_region, "cloud_c_access_key_id": cloud_c_access_key_id, "cloud_c_secret_access_key": cloud_c_secret_access_key, "cloud_c_session_token": cloud_c_session_token, "cloud_c_auth_type": cloud_c_auth_type, "cloud_c_role_arn": cloud_c_role_arn, "cloud_c_external_id": cloud_c_external_id, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "cloud_b_project_id": cloud_b_project_id, "cloud_b_region": cloud_b_region, "cloud_b_llm_request_type": cloud_b_llm_request_type, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "note": note, "usage_limits": usage_limits, "rate_limits": rate_limits, "expires_at": expires_at, "custom_host": custom_host, "model_config": model_config, "deploymentConfig": deploymentConfig, "secret_mappings": secret_mappings, "workspace_id": workspace_id, "name": name, "provider": provider, "key": key, "status": status, "reset_usage": reset_usage, "integration_id": integration_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def usage(
        self,
        slug: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read the budget usage of a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/virtual-keys/{slug}/usage",
                [slug],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class VirtualModels:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        config: str,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a virtual model. Requests whose `model` is this name are routed by the config. GET /v1/models lists the name. Requires the scope `virtual_models.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/virtual-models",
                [],
                query={},
                body={"name": name, "config": config, "description": description, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a virtual model. Requires the scope `virtual_models.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/virtual-models/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List virtual models. Requires the scope `virtual_models.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/virtual-models",
                [],
                query={"current_page": current_page, "page_size": page_size, "workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a virtual model. `id` is the id or the name, percent-encoded. Requires the scope `virtual_models.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/virtual-models/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        config: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a virtual model. Requires the scope `virtual_models.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/virtual-models/{id}",
                [id],
                query={},
                body={"name": name, "config": config, "description": description, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class WorkloadIssuersRevocations:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        id: str,
        *,
        jti: Union[str, NotGiven] = NOT_GIVEN,
        subject: Union[str, NotGiven] = NOT_GIVEN,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Revoke tokens of a workload issuer. Refuses one token by its jti, or all tokens of a subject, from the next request on every node. Requires the scope `workload_issuers.update`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/workload-issuers/{id}/revocations",
                [id],
                query={"workspace_id": workspace_id},
                body={"jti": jti, "subject": subject, "reason": reason},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        revocation_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a revocation. Tokens that it refused are accepted again, unless they have expired. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/workload-issuers/{id}/revocations/{revocation_id}",
                [id, revocation_id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the revocations of a workload issuer. Requires the scope `workload_issuers.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workload-issuers/{id}/revocations",
                [id],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class WorkloadIssuersSubjects:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def list(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the subjects of a workload issuer. The 1000 subjects whose tokens were used last, latest first. Requires the scope `workload_issuers.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workload-issuers/{id}/subjects",
                [id],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )


class WorkloadIssuers:
    def __init__(self, send: AdminSend) -> None:
        self._send = send
        self.revocations = WorkloadIssuersRevocations(send)
        self.subjects = WorkloadIssuersSubjects(send)

    def create(
        self,
        *,
        name: str,
        issuer: str,
        audiences: Sequence[str],
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        jwks_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        jwks: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        algorithms: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_lifetime_seconds: Union[int, NotGiven] = NOT_GIVEN,
        claims: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        subject_claim: Union[str, NotGiven] = NOT_GIVEN,
        workspace_claim: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        scope_claim: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a workload issuer. Callers can then send JWTs from this issuer instead of a gateway key. Requires the scope `workload_issuers.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/workload-issuers",
                [],
                query={},
                body={"name": name, "enabled": enabled, "issuer": issuer, "jwks_url": jwks_url, "jwks": jwks, "audiences": audiences, "algorithms": algorithms, "max_lifetime_seconds": max_lifetime_seconds, "claims": claims, "subject_claim": subject_claim, "workspace_claim": workspace_claim, "scopes": scopes, "scope_claim": scope_claim, "metadata": metadata, "usage_limits": usage_limits, "rate_limits": rate_limits, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a workload issuer. Its tokens are refused from the next request on. Requires the scope `workload_issuers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/workload-issuers/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List workload issuers. Requires the scope `workload_issuers.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workload-issuers",
                [],
                query={"workspace_id": workspace_id, "current_page": current_page, "page_size": page_size},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Read a workload issuer. Requires the scope `workload_issuers.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workload-issuers/{id}",
                [id],
                query={"workspace_id": workspace_id},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        issuer: Union[str, NotGiven] = NOT_GIVEN,
        jwks_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        jwks: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        audiences: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        algorithms: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_lifetime_seconds: Union[int, NotGiven] = NOT_GIVEN,
        claims: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        subject_claim: Union[str, NotGiven] = NOT_GIVEN,
        workspace_claim: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        scope_claim: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        metadata: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        reset_usage: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a workload issuer. Omitted fields stay unchanged. The change applies to the next request on every node. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/workload-issuers/{id}",
                [id],
                query={},
                body={"name": name, "enabled": enabled, "issuer": issuer, "jwks_url": jwks_url, "jwks": jwks, "audiences": audiences, "algorithms": algorithms, "max_lifetime_seconds": max_lifetime_seconds, "claims": claims, "subject_claim": subject_claim, "workspace_claim": workspace_claim, "scopes": scopes, "scope_claim": scope_claim, "metadata": metadata, "usage_limits": usage_limits, "rate_limits": rate_limits, "reset_usage": reset_usage, "workspace_id": workspace_id},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class WorkspaceUsers:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        workspace_id: str,
        *,
        users: Sequence[Mapping[str, Any]],
        **extra: Any,
    ) -> Model:
        """Add users to a workspace. Requires the scope `workspace_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/workspaces/{workspace_id}/users",
                [workspace_id],
                query={},
                body={"users": users},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        workspace_id: str,
        user_id: str,
        **extra: Any,
    ) -> Model:
        """Remove a member from a workspace. Also deletes the member’s personal keys of the workspace. Requires the scope `workspace_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/workspaces/{workspace_id}/users/{user_id}",
                [workspace_id, user_id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def list(
        self,
        workspace_id: str,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        role: Union[str, NotGiven] = NOT_GIVEN,
        email: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List the members of a workspace. Requires the scope `workspace_users.list`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workspaces/{workspace_id}/users",
                [workspace_id],
                query={"current_page": current_page, "page_size": page_size, "role": role, "email": email},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        workspace_id: str,
        user_id: str,
        **extra: Any,
    ) -> Model:
        """Read a member of a workspace. Requires the scope `workspace_users.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workspaces/{workspace_id}/users/{user_id}",
                [workspace_id, user_id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        workspace_id: str,
        user_id: str,
        *,
        role: str,
        **extra: Any,
    ) -> Model:
        """Change the role of a workspace member. Requires the scope `workspace_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/workspaces/{workspace_id}/users/{user_id}",
                [workspace_id, user_id],
                query={},
                body={"role": role},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class Workspaces:
    def __init__(self, send: AdminSend) -> None:
        self._send = send

    def create(
        self,
        *,
        name: str,
        id: Union[str, NotGiven] = NOT_GIVEN,
        slug: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        icon: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        body_retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        log_bodies: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        users: Union[Sequence[Union[Mapping[str, Any], str]], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Create a workspace. Requires the scope `workspaces.create`."""
        return self._send.json(
            AdminCall(
                "POST",
                "/admin/workspaces",
                [],
                query={},
                body={"name": name, "id": id, "slug": slug, "description": description, "icon": icon, "defaults": defaults, "usage_limits": usage_limits, "rate_limits": rate_limits, "retention_days": retention_days, "body_retention_days": body_retention_days, "log_bodies": log_bodies, "users": users},
                extra=extra,
                has_body=True,
                is_repeatable=True,
            )
        )

    def delete(
        self,
        workspace_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        force_delete: Union[bool, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Delete a workspace. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not."""
        return self._send.json(
            AdminCall(
                "DELETE",
                "/admin/workspaces/{workspace_id}",
                [workspace_id],
                query={},
                body={"name": name, "force_delete": force_delete},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )

    def list(
        self,
        *,
        current_page: Union[int, NotGiven] = NOT_GIVEN,
        page_size: Union[int, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        exact_name: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[str, NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """List workspaces. Available to every API key and signed-in user."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workspaces",
                [],
                query={"current_page": current_page, "page_size": page_size, "name": name, "exact_name": exact_name, "status": status},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def read(
        self,
        workspace_id: str,
        **extra: Any,
    ) -> Model:
        """Read a workspace. Requires the scope `workspaces.read`."""
        return self._send.json(
            AdminCall(
                "GET",
                "/admin/workspaces/{workspace_id}",
                [workspace_id],
                query={},
                body=None,
                extra=extra,
                has_body=False,
                is_repeatable=False,
            )
        )

    def update(
        self,
        workspace_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        icon: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        defaults: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        usage_limits: Union[Union[Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], None], NotGiven] = NOT_GIVEN,
        rate_limits: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        body_retention_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        log_bodies: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        reset_usage: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        **extra: Any,
    ) -> Model:
        """Update a workspace. Requires the scope `workspaces.update`."""
        return self._send.json(
            AdminCall(
                "PUT",
                "/admin/workspaces/{workspace_id}",
                [workspace_id],
                query={},
                body={"name": name, "description": description, "icon": icon, "defaults": defaults, "usage_limits": usage_limits, "rate_limits": rate_limits, "retention_days": retention_days, "body_retention_days": body_retention_days, "log_bodies": log_bodies, "reset_usage": reset_usage},
                extra=extra,
                has_body=True,
                is_repeatable=False,
            )
        )


class AdminResources:
    """All groups of operations."""

    def __init__(self, send: AdminSend) -> None:
        self.access_review = AccessReview(send)
        self.alerts = Alerts(send)
        self.analytics = Analytics(send)
        self.api_keys = ApiKeys(send)
        self.audit_logs = AuditLogs(send)
        self.body_keys = BodyKeys(send)
        self.breakers = Breakers(send)
        self.cache = Cache(send)
        self.claim = Claim(send)
        self.collections = Collections(send)
        self.configs = Configs(send)
        self.demo = Demo(send)
        self.device_logins = DeviceLogins(send)
        self.feedback = Feedback(send)
        self.group_mappings = GroupMappings(send)
        self.guardrails = Guardrails(send)
        self.integrations = Integrations(send)
        self.invites = Invites(send)
        self.labels = Labels(send)
        self.log_exports = LogExports(send)
        self.logs = Logs(send)
        self.model_catalogue = ModelCatalogue(send)
        self.organisation = Organisation(send)
        self.policies = Policies(send)
        self.prices = Prices(send)
        self.privacy = Privacy(send)
        self.prompt_partials = PromptPartials(send)
        self.prompts = Prompts(send)
        self.providers = Providers(send)
        self.roles = Roles(send)
        self.scim_log = ScimLog(send)
        self.scopes = Scopes(send)
        self.second_factors = SecondFactors(send)
        self.secret_references = SecretReferences(send)
        self.sessions = Sessions(send)
        self.sinks = Sinks(send)
        self.sso_connections = SsoConnections(send)
        self.sso = Sso(send)
        self.supported_providers = SupportedProviders(send)
        self.traces = Traces(send)
        self.users = Users(send)
        self.virtual_keys = VirtualKeys(send)
        self.virtual_models = VirtualModels(send)
        self.workload_issuers = WorkloadIssuers(send)
        self.workspace_users = WorkspaceUsers(send)
        self.workspaces = Workspaces(send)
