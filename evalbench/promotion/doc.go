// Package promotion replaces a net by another one if a sequential test of package
// tournament found the other one better. It keeps the evidence in the metadata of the new
// file, where it can be read and checked.
//
// The games of a test depend on the digests of the nets and the test's settings, not on
// file names, so a test can be repeated with files in other places.
//
// Not for other modules.
package promotion
