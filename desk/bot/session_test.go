package bot_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/internal/seed"
)

// parrot is a client that gives the same answer to every line.
type parrot struct {
	online, playing, done bool
	err                   error
	retired, left         time.Time
	ticks                 int
	wake                  time.Time
}

func (p *parrot) Lines(r io.Reader) *bufio.Scanner  { return bot.ScanLines(r) }
func (p *parrot) Connected(time.Time) []bot.Command { return []bot.Command{{Text: "hello"}} }
func (p *parrot) Wake() time.Time                   { return p.wake }
func (p *parrot) Online() bool                      { return p.online }
func (p *parrot) Playing() bool                     { return p.playing }
func (p *parrot) Done() (bool, error)               { return p.done, p.err }
func (p *parrot) Receive(_ context.Context, now time.Time, line string) []bot.Command {
	switch line {
	case "wake":
		p.wake = now.Add(time.Minute)
	case "done":
		p.done = true
	case "wrong":
		p.done, p.err = true, errors.New("wrong password")
		return []bot.Command{{Close: true}}
	}
	return []bot.Command{{Text: line, Answer: line == "board"}}
}

func (p *parrot) Tick(context.Context, time.Time) []bot.Command {
	p.ticks++
	p.wake = time.Time{}
	return []bot.Command{{Text: "tick"}}
}

func (p *parrot) Retire(now time.Time) []bot.Command {
	p.retired = now
	if !p.playing {
		return p.Leave(now)
	}
	return nil
}

func (p *parrot) Leave(now time.Time) []bot.Command {
	p.left, p.done = now, true
	return []bot.Command{{Text: "bye"}}
}

// session returns a session whose connections come from dial.
func session(t *testing.T, client bot.Client, dial func() (net.Conn, error)) *bot.Session {
	return &bot.Session{
		Dial:   func(context.Context) (net.Conn, error) { return dial() },
		Client: client, Delay: 500 * time.Millisecond, Grace: 10 * time.Minute, Silent: 90 * time.Second, EOL: "\n",
		Jitter: rand.New(seed.Stream(1, 1)), Log: t.Logf,
	}
}

// The attempts to connect come after 1, 2, 4 up to 60 s and up to half of that, and
// no more than five in a minute.
func TestBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
		defer cancel()
		s := session(t, &parrot{}, func() (net.Conn, error) {
			at = append(at, time.Since(start))
			return nil, errors.New("refused")
		})
		if err := s.Run(ctx); err != nil {
			t.Error(err)
		}
		if len(at) < 15 || len(at) > 25 {
			t.Fatalf("%d attempts in 20 minutes: %v", len(at), at)
		}
		for i := 1; i < len(at); i++ {
			base := min(time.Second<<min(i-1, 6), time.Minute)
			if pause := at[i] - at[i-1]; pause < base || i > 5 && pause > base*3/2+time.Second {
				t.Errorf("attempt %d after %v, want %v and up to half of that", i, pause, base)
			}
			if i >= 5 && at[i]-at[i-5] < time.Minute {
				t.Errorf("six attempts from %v to %v", at[i-5], at[i])
			}
		}
	})
}

// If a server closes the connection right after the login, the session does not
// log in more than five times a minute, either.
func TestLogInsAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dials := 0
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute-time.Second)
		defer cancel()
		s := session(t, &parrot{online: true}, func() (net.Conn, error) {
			dials++
			near, far := net.Pipe()
			far.Close()
			return near, nil
		})
		if err := s.Run(ctx); err != nil || dials > 50 || dials < 40 {
			t.Errorf("%v, %d log-ins in 10 minutes, want up to 50", err, dials)
		}
	})
}

// serve returns a dialler whose connections are handed to do.
func serve(do func(net.Conn, *bufio.Reader)) func() (net.Conn, error) {
	return func() (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			do(far, bufio.NewReader(far))
		}()
		return near, nil
	}
}

// Answers to boards wait for the delay, pings do not; the client is called when it
// wants to be.
func TestDelayAndTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &parrot{online: true}
		var got []string
		var after []time.Duration
		s := session(t, p, serve(func(conn net.Conn, lines *bufio.Reader) {
			lines.ReadString('\n')
			for _, line := range []string{"ping", "board"} {
				io.WriteString(conn, line+"\n")
				sent := time.Now()
				text, _ := lines.ReadString('\n')
				got, after = append(got, text), append(after, time.Since(sent))
			}
			io.WriteString(conn, "wake\n")
			lines.ReadString('\n')
			sent := time.Now()
			text, _ := lines.ReadString('\n')
			got, after = append(got, text), append(after, time.Since(sent))
			io.WriteString(conn, "done\n")
			lines.ReadString('\n')
		}))
		if err := s.Run(t.Context()); err != nil {
			t.Error(err)
		}
		want := []time.Duration{0, 500 * time.Millisecond, time.Minute}
		if !slices.Equal(got, []string{"ping\n", "board\n", "tick\n"}) || !slices.Equal(after, want) {
			t.Errorf("got %q after %v, want %v", got, after, want)
		}
	})
}

// The connection to a silent server counts as lost.
func TestSilentServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var dials []time.Duration
		p := &parrot{online: true}
		listen := serve(func(_ net.Conn, lines *bufio.Reader) { io.Copy(io.Discard, lines) })
		s := session(t, p, func() (net.Conn, error) {
			dials = append(dials, time.Since(start))
			p.done = len(dials) == 2
			return listen()
		})
		if err := s.Run(t.Context()); err != nil || len(dials) != 2 || dials[1] < 90*time.Second || dials[1] > 92*time.Second {
			t.Errorf("%v, connected at %v, want a second time after 91 s", err, dials)
		}
	})
}

// After a signal the match is finished, but no longer than the grace; without a match
// the bot leaves at once.
func TestGrace(t *testing.T) {
	for _, playing := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			p := &parrot{online: true, playing: playing}
			s := session(t, p, serve(func(_ net.Conn, lines *bufio.Reader) { io.Copy(io.Discard, lines) }))
			s.Silent = 0
			start := time.Now()
			time.AfterFunc(time.Second, cancel)
			if err := s.Run(ctx); err != nil {
				t.Error(err)
			}
			want := time.Second
			if playing {
				want += s.Grace
			}
			if p.retired.Sub(start) != time.Second || p.left.Sub(start) != want {
				t.Errorf("playing %v: retires after %v and leaves after %v, want %v", playing, p.retired.Sub(start), p.left.Sub(start), want)
			}
		})
	}
}

// An error with which the client gives up ends the session.
func TestClientGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &parrot{}
		s := session(t, p, serve(func(conn net.Conn, lines *bufio.Reader) {
			lines.ReadString('\n')
			io.WriteString(conn, "wrong\n")
		}))
		if err := s.Run(t.Context()); err == nil || err.Error() != "wrong password" {
			t.Errorf("got %v", err)
		}
	})
}
