//go:build !unix || solaris || aix

package rollout

import "os"

// lockFile does nothing where files cannot be locked so simply.
func lockFile(*os.File) error { return nil }
