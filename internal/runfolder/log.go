package runfolder

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"runtime"

	"gammonlab/internal/version"
)

// openLog opens the folder's log. It removes an incomplete last line of a killed process.
func (f *Folder) openLog() error {
	file, err := os.OpenFile(f.Path(LogFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(file)
	if whole := bytes.LastIndexByte(text, '\n') + 1; err == nil && whole < len(text) {
		err = file.Truncate(int64(whole))
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	f.logFile, f.log = file, slog.New(slog.NewJSONHandler(file, nil))
	f.startClock(text)
	return nil
}

// Event adds a line to the log: the event, and pairs of names and values. The log is for
// people; no result depends on it. Event ignores errors of writing.
func (f *Folder) Event(event string, values ...any) {
	if f.log != nil {
		f.log.Info(event, values...)
	}
}

// Started logs that a process begins or resumes the run, with the program, the machine and
// the settings.
func (f *Folder) Started(event, kernel string, settings any, values ...any) {
	host, _ := os.Hostname() // "" if unknown
	f.Event(event, append(values,
		"toolkit", version.Toolkit, "revision", version.Revision(),
		slog.Group("machine", "host", host, "os", runtime.GOOS, "arch", runtime.GOARCH, "cpus", runtime.NumCPU(),
			"kernel", kernel, "go", runtime.Version()),
		"settings", settings)...)
}

// Ended logs how the work in the folder ended.
func (f *Folder) Ended(err error) {
	switch {
	case err == nil:
		f.Event(EventDone)
	case errors.Is(err, context.Canceled):
		f.Event(EventInterrupted)
	default:
		f.Event(EventFailed, "error", err.Error())
	}
}
