// Package version names the toolkit's version.
package version

// Toolkit is the version that files and programs made here carry.
const Toolkit = "0.1.0"
