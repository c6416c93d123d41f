"""What the streams of R's random numbers are made of.

- `distributions`: draws of R's distributions, as methods of a stream.
"""
