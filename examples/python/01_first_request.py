"""One request, and what the gateway says about it. Needs GATEWAY_API_KEY; the mock provider needs no account."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock", trace_id="first-request")

answer = gatehouse.chat.completions.create(model="mock", messages=[{"role": "user", "content": "Hello!"}])

print(answer.choices[0].message.content)
print(f"{answer.gateway.provider} answered {answer.gateway.trace_id}, cache {answer.gateway.cache_status}")

# Prints:
# Hello from the mock provider. You said: Hello!
# mock answered first-request, cache DISABLED
