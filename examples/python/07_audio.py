"""Convert text to speech and transcribe it."""

from gatehouse import Gatehouse

gatehouse = Gatehouse(provider="mock")

sound = gatehouse.audio.speech.create(model="mock-speech", input="Good morning!", voice="alloy").read()
print(f"{sound[:4].decode()}, {len(sound)} bytes")

spoken = gatehouse.audio.transcriptions.create(model="mock-transcribe", file=("morning.wav", sound))
print(spoken.text)

# Prints:
# RIFF, 1644 bytes
# Mock transcription of morning.wav with 1644 bytes.
