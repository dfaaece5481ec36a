"""Print a response as it streams, then cancel another one: the gateway also stops the provider."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock")
messages = [{"role": "user", "content": "Tell me a story."}]

for chunk in gatehouse.chat.completions.create(model="mock", messages=messages, stream=True):
    print(chunk.choices[0].delta.content or "", end="", flush=True)
print()

with gatehouse.chat.completions.create(model="mock", messages=messages, stream=True) as stream:
    words = 0
    for chunk in stream:
        words += 1 if chunk.choices[0].delta.content else 0
        if words == 3:
            break
print(f"stopped after {words} pieces")

# Prints:
# Hello from the mock provider. You said: Tell me a story.
# stopped after 3 pieces
