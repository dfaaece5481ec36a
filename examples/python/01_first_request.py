"""Send one request and print what the gateway reports. Needs GATEWAY_API_KEY; the mock provider needs no account."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock", trace_id="first-request")

response = gatehouse.chat.completions.create(model="mock", messages=[{"role": "user", "content": "Hello!"}])

print(response.choices[0].message.content)
print(f"{response.gateway.provider} answered {response.gateway.trace_id}, cache {response.gateway.cache_status}")

# Prints:
# Hello from the mock provider. You said: Hello!
# mock answered first-request, cache DISABLED
