// Package npy writes and reads arrays as NumPy keeps them in files: NPY of version
// 1.0, as https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// describes it. A file is the magic string, the version, the length of the header,
// the header, a Python dictionary in ASCII that names type, order and shape, and the
// values, little-endian.
package npy
