package filelock

import (
	"os"
	"time"
)

// A process that was killed may still be ending, and hold its locks, when another
// takes its place.
const (
	patience = 2 * time.Second
	interval = 10 * time.Millisecond
)

// Lock takes the file for this process, until it is closed or the process ends, in
// whatever way. If another process has it, it fails, after two seconds.
func Lock(f *os.File) error {
	for end := time.Now().Add(patience); ; time.Sleep(interval) {
		err := tryLock(f)
		if err == nil || !isTaken(err) || time.Now().After(end) {
			return err
		}
	}
}
