package jetstream

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
)

// serverLog receives the log lines of the embedded server.
type serverLog struct {
	to      *slog.Logger
	refused atomic.Int64 // publishes and subscriptions that permissions forbid
	keyNames

	fatalMu sync.Mutex
	fatal   error // the first fatal error
}

// start forgets the fatal error of a former embedded server.
func (l *serverLog) start() {
	l.fatalMu.Lock()
	defer l.fatalMu.Unlock()
	l.fatal = nil
}

// fatalError returns the reason why the embedded server could not start, nil if unknown.
func (l *serverLog) fatalError() error {
	l.fatalMu.Lock()
	defer l.fatalMu.Unlock()
	return l.fatal
}

// Noticef implements server.Logger.
func (l *serverLog) Noticef(format string, v ...any) { l.to.Debug(fmt.Sprintf(format, v...)) }

// Warnf implements server.Logger. It omits the warning that the token in memory is not a
// hash: the token is a random word.
func (l *serverLog) Warnf(format string, v ...any) {
	if !strings.HasPrefix(format, "Plaintext passwords") {
		l.to.Warn(l.inText(fmt.Sprintf(format, v...)))
	}
}

// Fatalf implements server.Logger. It keeps the error and does not end the process.
func (l *serverLog) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatalMu.Lock()
	if l.fatal == nil {
		l.fatal = errors.New(text)
	}
	l.fatalMu.Unlock()
	l.to.Error(text)
}

// Errorf implements server.Logger.
func (l *serverLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "Violation - ") {
		l.refused.Add(1)
	}
	l.to.Error(l.inText(text))
}

// Debugf implements server.Logger.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef implements server.Logger.
func (l *serverLog) Tracef(string, ...any) {}
