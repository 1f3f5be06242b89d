//go:build !unix || solaris || aix

package filelock

import "os"

// Lock does nothing where files cannot be locked so simply.
func Lock(*os.File) error { return nil }
