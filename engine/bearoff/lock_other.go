//go:build !unix || solaris || aix

package bearoff

import "os"

// lockFile does nothing where files cannot be locked so simply.
func lockFile(*os.File) error { return nil }
