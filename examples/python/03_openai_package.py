"""Use the official openai package with the gateway: change two arguments; streaming and types still work."""

import os

from openai import OpenAI

from gatehouse import create_headers

client = OpenAI(
    base_url=os.environ.get("GATEWAY_BASE_URL", "http://127.0.0.1:8787/v1"),
    # The provider's credential. Not used with a virtual key in create_headers().
    api_key=os.environ.get("OPENAI_API_KEY", "unused"),
    default_headers=create_headers(
        api_key=os.environ["GATEWAY_API_KEY"], provider="mock", metadata={"_user": "ada", "feature": "greeting"}
    ),
)

response = client.chat.completions.with_raw_response.create(
    model="mock", messages=[{"role": "user", "content": "Hello!"}]
)

print(response.parse().choices[0].message.content)
print("target:", response.headers["x-gateway-last-used-option-index"])

# Prints:
# Hello from the mock provider. You said: Hello!
# target: config
