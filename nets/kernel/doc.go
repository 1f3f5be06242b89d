// Package kernel contains the float32 loops in which small nets spend their
// time: sparse and dense products, activations and their slopes. It is
// independent of backgammon.
//
// There are four versions of every loop: AVX-512 (F, DQ, BW, VL), AVX2 with
// FMA, NEON (arm64), and plain Go. At program start the package selects the best version
// that the CPU supports. The environment variable [Variable] selects a lower version;
// [Check] returns an error if that is not possible. Other architectures and builds
// with -tags noasm have plain Go only.
//
// The loops of evaluations also have a version for WebAssembly (SIMD128), in programs with
// the build tag simd: such a program imports the functions of package simd128, so it starts
// only by the script of that package. It gives the bits of plain Go.
//
// # Conventions
//
// Matrices are row-major. Destination slices come first. Lengths of vectors and
// widths of matrices that are read along their rows are multiples of [Lanes]
// unless the function documents otherwise: callers pad with zeros. Alignment is
// not required. Destinations must not overlap any other argument unless the
// function documents otherwise. A wrong length is a programming error and
// panics. Row numbers in index slices are not checked; a row number out of
// range corrupts memory.
//
// # Reproducibility
//
// The order of summation of each element of a result depends only on the length of the
// sum: not on the number of rows in the batch, the index of the row, or alignment. So a
// row has the same bits alone and in a batch. AVX-512, AVX2 and NEON give the same bits,
// because their sums use the same sixteen lanes. Plain Go rounds each product before it adds; so
// its results differ from both in the last digits, but are the same on every machine.
//
// Kernels that are documented as strict have a specified order of summation and
// round as plain Go does; all versions give the same bits.
//
// No function allocates. All are safe for concurrent use with different
// destinations.
//
// Not for other modules.
package kernel
