package bot

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"time"
)

// Limits of connections.
const (
	maxPause      = 60 * time.Second // between two attempts to connect
	maxLogins     = 5                // per minute
	dialTimeout   = 30 * time.Second
	writeTimeout  = 30 * time.Second
	farewell      = 2 * time.Second // time for the last commands to arrive
	waitingLines  = 256
	loginInterval = time.Minute
)

// Session connects a client with its server: it reads lines, sends the answers after the
// delay, and reconnects after a lost connection. The pauses between attempts are 1, 2, 4
// and up to 60 seconds, plus a random part.
type Session struct {
	Dial   func(context.Context) (net.Conn, error)
	Client Client
	Delay  time.Duration // from a board to its answer
	Grace  time.Duration // time to finish the current match after the context has ended
	Silent time.Duration // time without a line after which the connection counts as lost, 0 for no limit
	Jitter *rand.Rand
	EOL    string // line end of the client
	Log    func(format string, args ...any)
	Trace  func(direction, line string) // receives every line, also the password; nil for none

	logins []time.Time   // times of the last log-ins
	end    chan struct{} // closed when the grace is over
}

var (
	errSilent  = errors.New("the server says nothing")
	errRefused = errors.New("the server does not let the bot in")
)

// Run communicates with the server until the client is done. After the context has ended,
// the client may finish its match, but only for the time Grace.
func (s *Session) Run(ctx context.Context) error {
	for attempt := 0; ; attempt++ {
		if !s.pause(ctx, attempt) {
			return nil
		}
		err := s.converse(ctx)
		if done, why := s.Client.Done(); done {
			return why
		}
		if err == nil {
			return nil
		}
		if s.Client.Online() {
			attempt = 0
		}
		s.Log("connection lost: %v", err)
	}
}

// pause waits for the next attempt to connect. It returns false if there is none.
func (s *Session) pause(ctx context.Context, attempt int) bool {
	wait := time.Duration(0)
	if attempt > 0 {
		wait = min(time.Second<<min(attempt-1, 6), maxPause)
		wait += time.Duration(s.Jitter.Int64N(int64(wait/2) + 1))
	}
	if len(s.logins) == maxLogins {
		wait = max(wait, time.Until(s.logins[0].Add(loginInterval)))
		s.logins = s.logins[1:]
	}
	stop := ctx.Done()
	if s.Client.Playing() {
		stop = nil // the bot must return to its match
	}
	select {
	case <-time.After(wait):
	case <-stop:
		return false
	case <-s.graceOver(ctx):
		return false
	}
	s.logins = append(s.logins, time.Now())
	return stop == nil || ctx.Err() == nil
}

// graceOver returns a channel that is closed when the time Grace is over, nil before the
// context ends.
func (s *Session) graceOver(ctx context.Context) <-chan struct{} {
	if ctx.Err() == nil {
		return nil
	}
	if s.end == nil {
		end := make(chan struct{})
		time.AfterFunc(s.Grace, func() { close(end) })
		s.end = end
	}
	return s.end
}

// converse connects and communicates until the connection is lost, which is an error, or
// until the client is done.
func (s *Session) converse(ctx context.Context) error {
	dialling, cancel := context.WithTimeout(context.WithoutCancel(ctx), dialTimeout)
	defer cancel()
	conn, err := s.Dial(dialling)
	if err != nil {
		return err
	}
	defer conn.Close()
	t := &talk{Session: s, conn: conn, lines: make(chan string, waitingLines), quit: make(chan struct{})}
	defer close(t.quit)
	go t.read()
	return t.run(ctx)
}

// talk is the state of a session during a connection.
type talk struct {
	*Session
	conn    net.Conn
	lines   chan string // closed after the last line
	failed  error       // error of the reader, valid after lines is closed
	quit    chan struct{}
	heard   time.Time
	retired bool
}

// read sends lines to the channel.
func (t *talk) read() {
	defer close(t.lines)
	scanner := t.Client.Lines(t.conn)
	for scanner.Scan() {
		select {
		case t.lines <- scanner.Text():
		case <-t.quit:
			return
		}
	}
	t.failed = scanner.Err()
}

// run handles lines and times until the conversation ends.
func (t *talk) run(ctx context.Context) error {
	work := context.WithoutCancel(ctx) // decisions of the last match must not be cancelled
	t.heard = time.Now()
	if err := t.send(ctx, t.Client.Connected(t.heard)); err != nil {
		return err
	}
	for {
		if done, _ := t.Client.Done(); done {
			t.drain()
			return nil
		}
		stop := ctx.Done()
		if t.retired {
			stop = nil
		}
		var commands []Command
		select {
		case line, ok := <-t.lines:
			if !ok {
				return lost(t.failed)
			}
			t.heard = time.Now()
			t.trace("<", line)
			commands = t.Client.Receive(work, t.heard, line)
		case <-t.timer():
			if t.Silent > 0 && time.Since(t.heard) >= t.Silent {
				return errSilent
			}
			commands = t.Client.Tick(work, time.Now())
		case <-stop:
			t.retired = true
			commands = t.Client.Retire(time.Now())
		case <-t.graceOver(ctx):
			t.Log("the match goes on, but the bot leaves after %v", t.Grace)
			err := t.send(ctx, t.Client.Leave(time.Now()))
			t.drain()
			return err
		}
		if err := t.send(ctx, commands); err != nil {
			return err
		}
	}
}

// lost returns the error for the end of the lines.
func lost(err error) error {
	if err == nil {
		return errors.New("the server has closed it")
	}
	return err
}

// timer returns a channel that receives when Tick is due or when the server has been
// silent for too long.
func (t *talk) timer() <-chan time.Time {
	at := t.Client.Wake()
	if silent := t.heard.Add(t.Silent); t.Silent > 0 && (at.IsZero() || silent.Before(at)) {
		at = silent
	}
	if at.IsZero() {
		return nil
	}
	return time.After(max(time.Until(at), 0))
}

// send sends commands. It delays answers to boards.
func (t *talk) send(ctx context.Context, commands []Command) error {
	for _, c := range commands {
		if c.Close {
			return errRefused
		}
		if c.Answer {
			select {
			case <-time.After(time.Until(t.heard.Add(t.Delay))):
			case <-t.graceOver(ctx):
			}
		}
		t.trace(">", c.Text)
		t.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := io.WriteString(t.conn, c.Text+t.EOL); err != nil {
			return err
		}
	}
	return nil
}

// drain waits until the server closes the connection, at most for the time farewell, so
// the last commands can arrive.
func (t *talk) drain() {
	end := time.After(farewell)
	for {
		select {
		case _, ok := <-t.lines:
			if !ok {
				return
			}
		case <-end:
			return
		}
	}
}

func (t *talk) trace(direction, line string) {
	if t.Trace != nil {
		t.Trace(direction, line)
	}
}
