// Package promotion puts a net in the place of another when a sequential test of
// package tournament has found it better, and keeps the evidence in the metadata
// of the new file, where it can be read and checked.
//
// The games of the two follow from their digests and the test's settings, not
// from names of files, so that a test can be repeated wherever the files lie.
package promotion
