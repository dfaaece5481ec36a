/** The schema of a new control.db. Generated from the migrations: run `npm run generate`. */

/** In order. */
export const MIGRATION_NAMES: readonly string[] = [
  '001-keys',
  '002-control',
  '003-prompts',
  '004-prices',
  '005-money',
  '006-changes',
  '007-alerts',
  '008-nodes',
  '009-notes-and-activity',
  '010-export-runs',
  '011-key-holders',
  '012-key-rotators',
  '013-alert-rules',
  '014-integrations',
  '015-virtual-models',
  '016-setting-names',
  '017-guardrails',
  '018-sinks',
  '019-body-keys',
  '020-erasures',
  '021-pending-audit',
  '023-body-key-rotation',
  '025-person-exports',
  '027-erasure-nodes',
  '028-group-mappings',
  '029-sso',
  '030-scim',
  '031-workload-issuers',
  '032-second-factors',
  '033-secret-references',
  '034-roles',
  '035-client-certificates',
  '036-device-logins',
  '037-sso-groups',
  '038-identity',
  '039-key-certifiers',
  '040-trusted-keys',
]

/** Has the effect of all migrations on an empty file. */
export const NEW_STORE = `
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "organisations" ("id" text primary key, "name" text not null, "created_at_ms" bigint not null, "settings" text default '{}' not null, "updated_at_ms" bigint default 0 not null);
CREATE TABLE "workspaces" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "name" text not null, "is_default" integer default 0 not null, "created_at_ms" bigint not null, "slug" text default '' not null, "description" text, "icon" text, "default_metadata" text default '{}' not null, "default_config_slug" text, "retention_days" integer, "log_bodies" integer, "limits" text default '{}' not null, "updated_at_ms" bigint default 0 not null, "default_guardrails" text, "body_retention_days" integer);
CREATE TABLE "api_keys" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id"), "kind" text not null, "name" text not null, "hash" text not null unique, "hint" text not null, "scopes" text not null, "allow_inference" integer default 1 not null, "expires_at_ms" bigint, "revoked_at_ms" bigint, "created_at_ms" bigint not null, "type" text default 'workspace-service' not null, "description" text, "user_id" text, "previous_hash" text, "previous_hash_expires_at_ms" bigint, "defaults" text default '{}' not null, "limits" text default '{}' not null, "alert_emails" text default '[]' not null, "rotation" text, "last_used_at_ms" bigint, "last_used_ip" text, "created_by" text, "creation_mode" text default 'auto' not null, "updated_at_ms" bigint default 0 not null, "review_since_ms" bigint, "rotated_by" text, "client_certificates" text, "certified_by" text, "is_trusted" integer default 1 not null);
CREATE UNIQUE INDEX "workspaces_by_organisation_id_slug" on "workspaces" ("organisation_id", "slug");
CREATE INDEX "workspaces_by_organisation_id_is_default" on "workspaces" ("organisation_id", "is_default");
CREATE INDEX "api_keys_of_organisation" on "api_keys" ("organisation_id", "revoked_at_ms", "created_at_ms", "id", "type");
CREATE INDEX "api_keys_of_workspace" on "api_keys" ("organisation_id", "workspace_id", "revoked_at_ms", "created_at_ms", "id", "type");
CREATE INDEX "api_keys_by_previous_hash" on "api_keys" ("previous_hash");
CREATE INDEX "api_keys_by_user_id" on "api_keys" ("user_id");
CREATE TABLE "users" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "email" text not null unique, "first_name" text not null, "last_name" text not null, "role" text not null, "password_hash" text not null, "is_disabled" integer default 0 not null, "last_active_at_ms" bigint, "role_without_groups" text, "is_break_glass" integer default 0 not null, "disabled_by" text);
CREATE TABLE "workspace_members" ("workspace_id" text not null references "workspaces" ("id") on delete cascade, "user_id" text not null references "users" ("id") on delete cascade, "role" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "source" text default 'manual' not null, constraint "workspace_members_key" primary key ("workspace_id", "user_id"));
CREATE INDEX "workspace_members_by_user_id" on "workspace_members" ("user_id");
CREATE TABLE "invites" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "email" text not null, "role" text not null, "workspaces" text not null, "key_scopes" text, "token_hash" text not null unique, "invited_by" text not null, "expires_at_ms" bigint not null, "accepted_at_ms" bigint, "cancelled_at_ms" bigint);
CREATE TABLE "sessions" ("token_hash" text primary key, "user_id" text not null references "users" ("id") on delete cascade, "created_at_ms" bigint not null, "last_seen_at_ms" bigint not null, "expires_at_ms" bigint not null, "ip" text not null, "user_agent" text, "method" text default 'password' not null, "connection_id" text, "sid" text, "id_token" text, "factor" text);
CREATE INDEX "sessions_by_user_id" on "sessions" ("user_id");
CREATE TABLE "data_keys" ("id" text primary key, "sealed" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE TABLE "virtual_keys" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "workspace_id" text not null references "workspaces" ("id"), "slug" text not null, "name" text not null, "note" text, "provider" text not null, "settings" text not null, "custom_host" text, "is_host_trusted" integer default 0 not null, "is_disabled" integer default 0 not null, "limits" text default '{}' not null, "expires_at_ms" bigint, "integration_id" text references "integrations" ("id") on delete cascade, "integration_given_id" text, "setting_names" text);
CREATE UNIQUE INDEX "virtual_keys_by_workspace_id_slug" on "virtual_keys" ("workspace_id", "slug");
CREATE INDEX "virtual_keys_by_organisation_id_created_at_ms" on "virtual_keys" ("organisation_id", "created_at_ms");
CREATE TABLE "virtual_key_credentials" ("id" text primary key, "virtual_key_id" text not null references "virtual_keys" ("id") on delete cascade, "sealed" text not null, "hint" text not null, "weight" double precision not null, "is_disabled" integer default 0 not null, "created_at_ms" bigint not null, "secret_references" text);
CREATE INDEX "virtual_key_credentials_by_virtual_key_id" on "virtual_key_credentials" ("virtual_key_id");
CREATE TABLE "configs" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "workspace_id" text not null references "workspaces" ("id"), "slug" text not null, "name" text not null, "status" text not null, "owner_id" text not null, "updated_by" text not null, "version_number" integer not null);
CREATE UNIQUE INDEX "configs_by_workspace_id_slug" on "configs" ("workspace_id", "slug");
CREATE INDEX "configs_by_organisation_id_created_at_ms" on "configs" ("organisation_id", "created_at_ms");
CREATE TABLE "config_versions" ("id" text primary key, "config_id" text not null references "configs" ("id") on delete cascade, "number" integer not null, "config" text not null, "names" text default '[]' not null, "trusted_hosts" text default '[]' not null, "created_by" text not null, "created_at_ms" bigint not null, "note" text);
CREATE UNIQUE INDEX "config_versions_by_config_id_number" on "config_versions" ("config_id", "number");
CREATE TABLE "log_exports" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "workspace_id" text not null, "description" text, "format" text not null, "filters" text not null, "columns" text not null, "status" text not null, "total" bigint not null, "written" bigint not null, "cursor" text, "file_bytes" bigint not null, "error" text, "created_by" text not null, "run_by" text, "lease_until_ms" bigint, "person" text);
CREATE INDEX "log_exports_by_organisation_id_created_at_ms" on "log_exports" ("organisation_id", "created_at_ms");
CREATE TABLE "idempotency_replies" ("caller_id" text not null, "key" text not null, "request_hash" text not null, "sealed_reply" text not null, "created_at_ms" bigint not null, constraint "idempotency_replies_key" primary key ("caller_id", "key"));
CREATE INDEX "idempotency_replies_by_created_at_ms" on "idempotency_replies" ("created_at_ms");
CREATE TABLE "audit_entries" ("organisation_id" text not null, "sequence" bigint not null, "id" text not null, "workspace_id" text, "at_ms" bigint not null, "actor_type" text not null, "actor_id" text not null, "action" text not null, "resource" text not null, "target_id" text, "status" integer not null, "ip" text not null, "request_id" text not null, "method" text not null, "uri" text not null, "entry" text not null, "hash" text not null, "redaction" text, constraint "audit_entries_key" primary key ("organisation_id", "sequence"));
CREATE INDEX "audit_entries_by_organisation_id_at_ms" on "audit_entries" ("organisation_id", "at_ms");
CREATE INDEX "audit_entries_by_organisation_id_actor_id_at_ms" on "audit_entries" ("organisation_id", "actor_id", "at_ms");
CREATE INDEX "audit_entries_by_organisation_id_workspace_id_sequence" on "audit_entries" ("organisation_id", "workspace_id", "sequence");
CREATE INDEX "audit_entries_by_organisation_id_action_sequence" on "audit_entries" ("organisation_id", "action", "sequence");
CREATE INDEX "audit_entries_by_organisation_id_resource_sequence" on "audit_entries" ("organisation_id", "resource", "sequence");
CREATE INDEX "audit_entries_by_organisation_id_target_id_sequence" on "audit_entries" ("organisation_id", "target_id", "sequence");
CREATE INDEX "audit_entries_by_organisation_id_status_sequence" on "audit_entries" ("organisation_id", "status", "sequence");
CREATE INDEX "audit_entries_by_organisation_id_request_id_sequence" on "audit_entries" ("organisation_id", "request_id", "sequence");
CREATE TABLE "audit_heads" ("organisation_id" text primary key, "count" bigint not null, "hash" text not null);
CREATE TABLE "prompt_collections" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text not null references "workspaces" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "slug" text not null, "name" text not null, "parent_id" text references "prompt_collections" ("id"), "is_default" integer not null);
CREATE UNIQUE INDEX "prompt_collections_by_workspace_id_slug" on "prompt_collections" ("workspace_id", "slug");
CREATE TABLE "prompt_labels" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text not null references "workspaces" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "name" text not null, "description" text, "color_code" text);
CREATE UNIQUE INDEX "prompt_labels_by_workspace_id_name" on "prompt_labels" ("workspace_id", "name");
CREATE TABLE "prompts" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text not null references "workspaces" ("id"), "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "kind" text not null, "slug" text not null, "name" text not null, "collection_id" text references "prompt_collections" ("id"), "latest_number" integer not null, "published_number" integer not null, "created_by" text not null, "updated_by" text not null);
CREATE UNIQUE INDEX "prompts_by_workspace_id_kind_slug" on "prompts" ("workspace_id", "kind", "slug");
CREATE INDEX "prompts_of_organisation" on "prompts" ("organisation_id", "kind", "created_at_ms");
CREATE TABLE "prompt_versions" ("id" text primary key, "prompt_id" text not null references "prompts" ("id") on delete cascade, "number" integer not null, "content" text not null, "model" text, "virtual_key" text, "partials" text not null, "description" text, "created_by" text not null, "created_at_ms" bigint not null);
CREATE UNIQUE INDEX "prompt_versions_by_prompt_id_number" on "prompt_versions" ("prompt_id", "number");
CREATE TABLE "prompt_version_labels" ("prompt_id" text not null references "prompts" ("id") on delete cascade, "label_id" text not null, "version_id" text not null, "number" integer not null, constraint "prompt_version_labels_key" primary key ("prompt_id", "label_id"));
CREATE TABLE "prices" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "virtual_key" text, "provider" text, "model" text not null, "list" text, "multiplier_millionths" bigint not null, "valid_from_ms" bigint not null, "revision" integer not null, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "prices_by_owner" on "prices" ("organisation_id", "workspace_id");
CREATE TABLE "limit_policies" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "kind" text not null, "name" text, "conditions" text not null, "group_by" text not null, "type" text not null, "unit" text, "value" bigint, "credit_limit" bigint, "alert_threshold" bigint, "periodic_reset" text, "periodic_reset_days" integer, "next_reset_at" bigint, "status" text not null, "created_at" bigint not null, "updated_at" bigint not null);
CREATE INDEX "limit_policies_by_owner" on "limit_policies" ("organisation_id", "workspace_id", "kind");
CREATE TABLE "ledger_entries" ("hold_id" text not null, "account" text not null, "kind" text not null, "at_ms" bigint not null, "held_units" bigint not null, "units" bigint not null, "period_started_at_ms" bigint not null, "balance_units" bigint, constraint "ledger_entries_key" primary key ("hold_id", "account"));
CREATE INDEX "ledger_entries_by_account" on "ledger_entries" ("account", "period_started_at_ms", "units");
CREATE TABLE "balances" ("account" text primary key, "anchor_at_ms" bigint not null, "period_started_at_ms" bigint not null, "used_units" bigint not null, "unknown_units" bigint not null, "is_alerted" integer not null, "leased_units" bigint default 0 not null);
CREATE TABLE "ledger_holds" ("hold_id" text primary key, "at_ms" bigint not null, "legs" text not null, "node_id" text);
CREATE TABLE "window_counters" ("counter" text primary key, "window_started_at_ms" bigint not null, "used_units" bigint not null);
CREATE TABLE "ledger_progress" ("id" integer primary key, "segment" bigint not null, "position_bytes" bigint not null);
CREATE TABLE "changes" ("sequence" bigint primary key, "at_ms" bigint not null, "change" text not null);
CREATE TABLE "budget_alerts" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "holder_kind" text not null, "holder_id" text not null, "holder_value" text, "name" text not null, "unit" text not null, "threshold_units" bigint not null, "limit_units" bigint not null, "used_units" bigint not null, "next_reset_at_ms" bigint, "at_ms" bigint not null);
CREATE INDEX "budget_alerts_by_time" on "budget_alerts" ("organisation_id", "at_ms");
CREATE TABLE "budget_leases" ("account" text not null, "node_id" text not null, "units" bigint not null, "expired_units" bigint not null, "expired_in_ms" bigint not null, constraint "budget_leases_key" primary key ("account", "node_id"));
CREATE INDEX "budget_leases_by_node" on "budget_leases" ("node_id");
CREATE TABLE "ledger_nodes" ("node_id" text primary key, "seen_at_ms" bigint not null, "segment" bigint not null, "position_bytes" bigint not null);
CREATE TABLE "log_export_chunks" ("export_id" text not null references "log_exports" ("id") on delete cascade, "at_byte" bigint not null, "written_at_ms" bigint not null, "data" bytea not null, constraint "log_export_chunks_key" primary key ("export_id", "at_byte"));
CREATE INDEX "api_keys_by_created_by" on "api_keys" ("created_by");
CREATE INDEX "api_keys_by_rotated_by" on "api_keys" ("rotated_by");
CREATE TABLE "alert_channels" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "name" text not null, "type" text not null, "sealed" text, "url_hint" text, "has_signing_secret" integer not null, "recipients" text not null, "receives_budget_alerts" integer not null);
CREATE TABLE "alert_rules" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null, "name" text not null, "condition" text not null, "channel_ids" text not null, "reminder_minutes" integer, "is_enabled" integer not null, "silenced_until_ms" bigint);
CREATE TABLE "alert_statuses" ("rule_id" text primary key references "alert_rules" ("id") on delete cascade, "evaluated_at_ms" bigint, "status" text not null);
CREATE TABLE "alert_slots" ("id" text primary key, "slot_ms" bigint not null);
CREATE TABLE "alert_events" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "kind" text not null, "rule_id" text, "name" text not null, "at_ms" bigint not null, "is_silenced" integer not null, "facts" text, "budget" text);
CREATE INDEX "alert_events_by_time" on "alert_events" ("organisation_id", "at_ms");
CREATE TABLE "alert_deliveries" ("event_id" text not null references "alert_events" ("id") on delete cascade, "channel_id" text not null, "channel_name" text not null, "channel_type" text not null, "status" text not null, "attempts" integer not null, "error" text, "next_attempt_at_ms" bigint not null, "updated_at_ms" bigint not null, constraint "alert_deliveries_key" primary key ("event_id", "channel_id"));
CREATE INDEX "alert_deliveries_due" on "alert_deliveries" ("status", "next_attempt_at_ms");
CREATE TABLE "integrations" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "slug" text not null, "name" text not null, "description" text, "provider_name" text not null, "provider" text not null, "settings" text not null, "custom_host" text, "is_host_trusted" integer not null, "credentials" text not null, "allows_all_models" integer not null, "is_global" integer not null, "global_limits" text not null, "creates_provider" integer not null, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE UNIQUE INDEX "integrations_by_organisation_id_slug" on "integrations" ("organisation_id", "slug");
CREATE TABLE "integration_workspaces" ("integration_id" text not null references "integrations" ("id") on delete cascade, "workspace_id" text not null references "workspaces" ("id") on delete cascade, "given_id" text not null, "is_enabled" integer not null, "limits" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null, constraint "integration_workspaces_key" primary key ("integration_id", "workspace_id"));
CREATE TABLE "integration_models" ("integration_id" text not null references "integrations" ("id") on delete cascade, "slug" text not null, "is_enabled" integer not null, "is_custom" integer not null, "is_finetune" integer not null, "base_model" text, "price" text, "updated_at_ms" bigint not null, constraint "integration_models_key" primary key ("integration_id", "slug"));
CREATE INDEX "virtual_keys_by_integration_id" on "virtual_keys" ("integration_id");
CREATE TABLE "virtual_models" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text not null references "workspaces" ("id") on delete cascade, "name" text not null, "config_slug" text not null, "description" text, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE UNIQUE INDEX "virtual_models_by_workspace_id_name" on "virtual_models" ("workspace_id", "name");
CREATE TABLE "guardrails" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "home_id" text not null, "slug" text not null, "name" text not null, "owner_id" text not null, "updated_by" text not null, "version_number" integer not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE UNIQUE INDEX "guardrails_by_home_id_slug" on "guardrails" ("home_id", "slug");
CREATE INDEX "guardrails_by_organisation_id" on "guardrails" ("organisation_id", "created_at_ms");
CREATE TABLE "guardrail_versions" ("id" text primary key, "guardrail_id" text not null references "guardrails" ("id") on delete cascade, "number" integer not null, "checks" text not null, "actions" text not null, "is_trusted" integer not null, "created_by" text not null, "created_at_ms" bigint not null);
CREATE UNIQUE INDEX "guardrail_versions_by_guardrail_id_number" on "guardrail_versions" ("guardrail_id", "number");
CREATE TABLE "sinks" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "name" text not null, "is_enabled" integer not null, "settings" text not null, "selection" text not null, "sealed" text, "url_hint" text, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "sinks_by_organisation_id" on "sinks" ("organisation_id", "name");
CREATE TABLE "sink_progress" ("sink_id" text not null references "sinks" ("id") on delete cascade, "node_id" text not null, "reported_at_ms" bigint not null, "progress" text not null, constraint "sink_progress_key" primary key ("sink_id", "node_id"));
CREATE TABLE "body_keys" ("organisation_id" text not null references "organisations" ("id"), "workspace_id" text not null references "workspaces" ("id") on delete cascade, "version" integer not null, "sealed" text not null, "created_at_ms" bigint not null, "blocks_done" integer default 0 not null, "blocks_unreadable" integer default 0 not null, "blocks_left" integer, "finished_at_ms" bigint, constraint "body_keys_key" primary key ("workspace_id", "version"));
CREATE TABLE "erasures" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text, "subject_type" text not null, "subject_hash" text not null, "sealed_subject" text, "status" text not null, "until_ms" bigint not null, "progress" text not null, "actor" text not null, "error" text, "finished_at_ms" bigint, "sweep_at_ms" bigint, "run_by" text, "lease_until_ms" bigint, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "erasures_by_organisation_id" on "erasures" ("organisation_id", "created_at_ms");
CREATE TABLE "pending_audit_entries" ("id" text primary key, "at_ms" bigint not null, "action" text not null, "target_id" text not null, "facts" text not null);
CREATE TABLE "erasure_nodes" ("erasure_id" text not null references "erasures" ("id") on delete cascade, "node_id" text not null, "quarantined_files" bigint not null, "cached_responses" bigint not null, constraint "erasure_nodes_key" primary key ("erasure_id", "node_id"));
CREATE TABLE "group_mappings" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "group_name" text not null, "organisation_role" text, "workspace_id" text references "workspaces" ("id") on delete cascade, "workspace_role" text, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "group_mappings_by_organisation_id" on "group_mappings" ("organisation_id", "group_name");
CREATE TABLE "sso_connections" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "name" text not null, "issuer" text not null, "client_id" text not null, "auth_method" text not null, "sealed" text not null, "public_key" text, "settings" text not null, "is_enabled" integer not null, "saved_by_role" text not null, "tested_at_ms" bigint, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "sso_connections_by_organisation_id" on "sso_connections" ("organisation_id", "name");
CREATE TABLE "sso_domains" ("domain" text primary key, "connection_id" text not null references "sso_connections" ("id") on delete cascade);
CREATE TABLE "sso_identities" ("connection_id" text not null references "sso_connections" ("id") on delete cascade, "subject" text not null, "user_id" text not null references "users" ("id") on delete cascade, "created_at_ms" bigint not null, "group_names" text, constraint "sso_identities_key" primary key ("connection_id", "subject"));
CREATE UNIQUE INDEX "sso_identities_by_user_id" on "sso_identities" ("user_id");
CREATE TABLE "sso_states" ("hash" text primary key, "connection_id" text not null references "sso_connections" ("id") on delete cascade, "kind" text not null, "browser_hash" text, "sealed" text, "expires_at_ms" bigint not null);
CREATE INDEX "sso_states_by_expires_at_ms" on "sso_states" ("expires_at_ms");
CREATE INDEX "sessions_by_connection_id" on "sessions" ("connection_id", "sid");
CREATE TABLE "scim_users" ("user_id" text not null primary key references "users" ("id") on delete cascade, "organisation_id" text not null references "organisations" ("id"), "user_name" text not null, "user_name_key" text not null, "external_id" text, "attributes" text not null, constraint "scim_users_name" unique ("organisation_id", "user_name_key"));
CREATE INDEX "scim_users_by_external_id" on "scim_users" ("organisation_id", "external_id");
CREATE TABLE "scim_groups" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "display_name" text not null, "display_name_key" text not null, "external_id" text, "version" bigint not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "scim_groups_by_name" on "scim_groups" ("organisation_id", "display_name_key");
CREATE TABLE "scim_group_members" ("group_id" text not null references "scim_groups" ("id") on delete cascade, "user_id" text not null references "users" ("id") on delete cascade, constraint "scim_group_members_key" primary key ("group_id", "user_id"));
CREATE INDEX "scim_group_members_by_user_id" on "scim_group_members" ("user_id");
CREATE TABLE "scim_requests" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "at_ms" bigint not null, "key_id" text not null, "key_name" text not null, "method" text not null, "path" text not null, "status" integer not null, "detail" text, "resource_name" text, "duration_ms" integer not null);
CREATE INDEX "scim_requests_by_at_ms" on "scim_requests" ("organisation_id", "at_ms");
CREATE TABLE "workload_issuers" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "workspace_id" text references "workspaces" ("id") on delete cascade, "name" text not null, "is_enabled" integer not null, "issuer" text not null, "settings" text not null, "limits" text not null, "created_by" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null);
CREATE INDEX "workload_issuers_by_organisation_id" on "workload_issuers" ("organisation_id", "name");
CREATE INDEX "workload_issuers_by_issuer" on "workload_issuers" ("issuer");
CREATE TABLE "workload_revocations" ("id" text primary key, "issuer_id" text not null references "workload_issuers" ("id") on delete cascade, "kind" text not null, "value" text not null, "value_hash" text not null, "reason" text, "expires_at_ms" bigint, "created_by" text not null, "created_at_ms" bigint not null, constraint "workload_revocations_of_value" unique ("issuer_id", "kind", "value_hash"));
CREATE TABLE "passkeys" ("id" text primary key, "user_id" text not null references "users" ("id") on delete cascade, "name" text not null, "public_key" text not null, "counter" bigint not null, "transports" text not null, "rp_id" text not null, "created_at_ms" bigint not null, "last_used_at_ms" bigint);
CREATE INDEX "passkeys_by_user" on "passkeys" ("user_id");
CREATE TABLE "totp_secrets" ("user_id" text primary key references "users" ("id") on delete cascade, "sealed_secret" text not null, "last_step" bigint not null, "created_at_ms" bigint not null, "last_used_at_ms" bigint);
CREATE TABLE "recovery_codes" ("user_id" text not null references "users" ("id") on delete cascade, "code_hash" text not null, constraint "recovery_codes_key" primary key ("user_id", "code_hash"));
CREATE TABLE "factor_challenges" ("id" text primary key, "user_id" text references "users" ("id") on delete cascade, "secret" text, "attempts" integer not null, "expires_at_ms" bigint not null, "sign_in" text);
CREATE INDEX "factor_challenges_by_expiry" on "factor_challenges" ("expires_at_ms");
CREATE TABLE "session_confirmations" ("session_hash" text primary key references "sessions" ("token_hash") on delete cascade, "confirmed_at_ms" bigint not null);
CREATE TABLE "roles" ("id" text primary key, "organisation_id" text not null references "organisations" ("id"), "slug" text not null, "name" text not null, "description" text, "level" text not null, "permissions" text not null, "created_at_ms" bigint not null, "updated_at_ms" bigint not null, constraint "roles_by_slug" unique ("organisation_id", "slug"));
CREATE INDEX "users_by_role" on "users" ("organisation_id", "role");
CREATE INDEX "workspace_members_by_role" on "workspace_members" ("role");
CREATE TABLE "device_codes" ("hash" text primary key, "user_code_hash" text not null unique, "client_id" text not null, "device_name" text, "scopes" text not null, "workspace" text, "ip" text not null, "user_agent" text, "created_at_ms" bigint not null, "expires_at_ms" bigint not null, "interval_ms" bigint not null, "polled_at_ms" bigint, "status" text not null, "user_id" text references "users" ("id") on delete cascade, "approval" text);
CREATE INDEX "device_codes_by_expiry" on "device_codes" ("expires_at_ms");
CREATE INDEX "device_codes_by_user" on "device_codes" ("user_id");
CREATE TABLE "device_logins" ("key_id" text primary key references "api_keys" ("id") on delete cascade, "user_id" text not null references "users" ("id") on delete cascade, "client_id" text not null, "ip" text not null, "user_agent" text, "created_at_ms" bigint not null);
CREATE INDEX "device_logins_by_user" on "device_logins" ("user_id");
CREATE TABLE "workload_subjects" ("issuer_id" text not null references "workload_issuers" ("id") on delete cascade, "subject_hash" text not null, "subject" text not null, "last_used_at_ms" bigint not null, "last_used_ip" text not null, constraint "workload_subjects_by_subject" primary key ("issuer_id", "subject_hash"));
CREATE INDEX "workload_subjects_by_last_use" on "workload_subjects" ("issuer_id", "last_used_at_ms", "subject_hash");
`
