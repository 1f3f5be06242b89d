package runfolder

import (
	"bytes"
	"encoding/json"

	"gammonlab/internal/filelock"
)

// Busy reports whether a process is working in the folder. It returns false if it cannot
// determine this, as in a copy of another machine's folder.
func (f *Folder) Busy() bool {
	if f.lock != nil {
		return true
	}
	file, err := f.open(lockFile)
	if err != nil {
		return false
	}
	defer file.Close() // releases the lock
	return filelock.IsTaken(file)
}

// LastEvent returns the newest event of the log; "" without a log.
func (f *Folder) LastEvent() string {
	text, err := f.ReadFile(LogFile)
	if err != nil {
		return ""
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1] // without an incomplete last line
	last := text[bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n')+1:]
	var line struct{ Msg string }
	if json.Unmarshal(last, &line) != nil {
		return ""
	}
	return line.Msg
}

// Events that end the work of a process in the folder.
const (
	EventDone        = "done"
	EventInterrupted = "interrupted"
	EventFailed      = "failed"
)
