// Package kernel holds the float32 loops that a small net spends its time in:
// sparse and dense products, activations and their slopes. It knows nothing of
// backgammon.
//
// There are three versions of every loop: AVX-512 (F, DQ, BW, VL), AVX2 with
// FMA, and plain Go. The best that the CPU can run is chosen once when the
// program starts; the environment variable [Variable] asks for a lower one, and
// [Check] tells whether it got it. Other architectures and builds with
// -tags noasm have plain Go only.
//
// # Conventions
//
// Matrices are row-major. Slices that are written come first. The length of a
// vector and the width of a matrix that is read along its rows are multiples of
// [Lanes] unless the function says otherwise: callers pad with zeros. No
// alignment is needed. Slices that are written must not overlap any other
// argument unless the function says so. A wrong length is a programmer's error
// and panics; row numbers in index slices are not checked, and one that is out
// of range corrupts memory.
//
// # Reproducibility
//
// Each element of a result is summed in an order that depends on nothing but
// the length of the sum: not on the number of rows in the batch, nor on which
// of them it is, nor on alignment. So a row evaluated alone and in a batch has
// the same bits. AVX-512 and AVX2 agree to the bit as well, for their sums run
// over the same sixteen lanes. Plain Go rounds each product before it adds, and
// so differs from both in the last digits, but is the same on every machine.
//
// The kernels whose documentation calls them strict go further: their order is
// written down, they round as plain Go does, and all three versions give the
// same bits.
//
// No function allocates. All are safe for concurrent use on different results.
package kernel
