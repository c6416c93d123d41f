"""The compiled kernels, built from csrc/dagbag/_kernels."""
