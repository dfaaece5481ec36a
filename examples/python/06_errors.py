"""Handle errors: each kind has a class, a source and a hint."""

from gatehouse import BadRequestError, Gatehouse, RateLimitError, RequestTimeoutError

gatehouse = Gatehouse(provider="mock")
messages = [{"role": "user", "content": "Hi"}]

try:
    gatehouse.chat.completions.create(model="mock-error-429-after-2", messages=messages)
except RateLimitError as error:
    print(f"busy: {error.source}, wait {error.retry_after} s")

try:
    gatehouse.with_options(request_timeout=100).chat.completions.create(model="mock-slow-3000", messages=messages)
except RequestTimeoutError as error:
    print(f"slow: {error.source} gave up, {error.status}")

try:
    gatehouse.with_options(provider="mokc").chat.completions.create(model="mock", messages=messages)
except BadRequestError as error:
    print(f"typo: {error.code}. {error.hint}")

# Prints:
# busy: provider, wait 2.0 s
# slow: gateway gave up, 408
# typo: provider_unknown. …
