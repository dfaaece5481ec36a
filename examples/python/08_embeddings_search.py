"""The nearest of three sentences to a question, by their embeddings."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock")
sentences = ["Paris is a city.", "The cat sleeps.", "Rust is a language."]
question = "The cat sleeps."

answer = gatehouse.embeddings.create(model="mock-embedding", input=[*sentences, question])
*vectors, asked = [row.embedding for row in answer.data]


def likeness(one: list, other: list) -> float:
    return sum(a * b for a, b in zip(one, other))


best = max(range(len(sentences)), key=lambda i: likeness(vectors[i], asked))
print(sentences[best])

# Prints:
# The cat sleeps.
