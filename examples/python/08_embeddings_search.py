"""Find the sentence that is most similar to a question, by embeddings."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock")
sentences = ["Paris is a city.", "The cat sleeps.", "Rust is a language."]
question = "The cat sleeps."

response = gatehouse.embeddings.create(model="mock-embedding", input=[*sentences, question])
*vectors, query = [row.embedding for row in response.data]


def similarity(one: list, other: list) -> float:
    return sum(a * b for a, b in zip(one, other))


best = max(range(len(sentences)), key=lambda i: similarity(vectors[i], query))
print(sentences[best])

# Prints:
# The cat sleeps.
