package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// Locks of Windows keep other handles from the bytes that they cover, also from
// reading them: this one covers a byte far behind the end of any file.
const lockedHigh = 1 << 30 // times 4 GiB

// Lock takes the file for this process, until it is closed or the process
// ends, in whatever way. It fails at once if another has it.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedHigh})
}
