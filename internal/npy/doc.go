// Package npy writes and reads NumPy's array files in the format NPY, version 1.0, which
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html describes. A
// file consists of the magic string, the version, the length of the header, the header
// and the values, all little-endian. The header is a Python dictionary in ASCII with
// type, order and shape of the values.
package npy
