package external

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/protocol"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/process"
)

// session is a running program that answers questions.
type session interface {
	// request returns the text sent and the answer. It returns an error when ctx
	// ends.
	request(ctx context.Context, q *query) (sent, answer string, err error)
	close() // ends the program politely
	kill()  // ends the program at once
}

// query is a question for a program.
type query struct {
	protocol.Question
	seed uint64 // of the game
}

// remote is a program that is kept running between questions.
type remote struct {
	name string // for errors
	process.Limits
	restarts *process.Restarts // of the clones, too
	open     func(ctx context.Context) (session, error)
	*running
}

// Program is a player that is another program.
type Program interface {
	engine.Player
	Name() string // in the form of [Parse], without options
}

// Name implements [Program].
func (r *remote) Name() string { return r.name }

// running is the process of a remote. It is a separate value so it can be ended
// when the remote is garbage-collected.
type running struct {
	mu      sync.Mutex // for the goroutine that ends it
	session session    // nil while there is none
	hurried bool       // the last question was cancelled: end the program at once
}

// close ends the program.
func (r *running) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.session == nil:
		return
	case r.hurried:
		r.session.kill()
	default:
		r.session.close()
	}
	r.session = nil
}

// newRemote returns a remote whose program open starts.
func newRemote(name string, limits process.Limits, restarts *process.Restarts, open func(ctx context.Context) (session, error)) *remote {
	r := &remote{name: name, Limits: limits, restarts: restarts, open: open, running: new(running)}
	runtime.AddCleanup(r, (*running).close, r.running)
	return r
}

// request gets an answer from the program and calls understand with it. After
// an error it restarts the process and repeats the question, until ctx ends or
// the restarts are used up.
func (r *remote) request(ctx context.Context, q *query, understand func(answer string) error) error {
	defer runtime.KeepAlive(r)
	r.mu.Lock()
	defer r.mu.Unlock()
	for tried := 1; ; tried++ {
		err := r.try(ctx, q, understand)
		if err == nil {
			return nil
		}
		if r.session != nil {
			r.session.kill()
			r.session = nil
		}
		if r.hurried = ctx.Err() != nil; r.hurried {
			return fmt.Errorf("%s: stopped: %w", r.name, context.Cause(ctx))
		}
		if err := r.restarts.Next(ctx, r.name, tried, err); err != nil {
			return fmt.Errorf("%s, asked about %s with match %s: %w", r.name, q.Position.ID(), q.Match.ID(), err)
		}
	}
}

func (r *remote) try(ctx context.Context, q *query, understand func(answer string) error) error {
	if r.session == nil {
		err := watched(ctx, Wait{Program: r.name, Start: true}, r.Startup, func() (err error) {
			r.session, err = r.open(ctx)
			return err
		})
		if err != nil {
			r.session = nil
			return err
		}
	}
	var sent, answer string
	err := watched(ctx, Wait{Program: r.name}, r.Timeout, func() (err error) {
		sent, answer, err = r.session.request(ctx, q)
		return err
	})
	if err == nil {
		err = understand(answer)
	}
	if err != nil {
		return fmt.Errorf("sent %q, got %q: %w", sent, plaintext.Cut(answer, 300), err)
	}
	return nil
}

// errCheckers is returned for variants with fewer checkers.
var errCheckers = errors.New("other programs can only play games with 15 checkers")

// choose gets the index of a play among the plays.
func (r *remote) choose(ctx context.Context, q *query, plays []board.Play) (int, error) {
	switch {
	case q.Position.Own.Checkers() != board.MaxCheckers || q.Position.Opp.Checkers() != board.MaxCheckers:
		return 0, errCheckers
	case len(plays) == 1:
		return 0, nil
	}
	chosen := -1
	err := r.request(ctx, q, func(answer string) error {
		play, err := board.ParsePlay(q.Position, q.Match.Dice, answer)
		if err != nil {
			after, invalid := board.ParseID(answer, board.Backgammon) // some programs answer with the position after the play
			if invalid != nil {
				return err
			}
			play.Result = after
		}
		for i := range plays {
			if plays[i].Result == play.Result {
				chosen = i
				return nil
			}
		}
		return errors.New("the play is not legal")
	})
	return chosen, err
}

// decide gets an answer of one of two words.
func (r *remote) decide(ctx context.Context, q *query, yes, no string) (bool, error) {
	if q.Position.Own.Checkers() != board.MaxCheckers || q.Position.Opp.Checkers() != board.MaxCheckers {
		return false, errCheckers
	}
	var answer bool
	err := r.request(ctx, q, func(text string) error {
		switch word := strings.ToLower(strings.TrimSpace(text)); {
		case word == yes, yes == "take" && word == "beaver":
			answer = true
		case word == no:
			answer = false
		default:
			return fmt.Errorf("want %s or %s", yes, no)
		}
		return nil
	})
	return answer, err
}

// cubelessQuery returns the question for a play in a money game without a cube.
func cubelessQuery(pos *board.Position, roll board.Roll) *query {
	m := board.NewMatch(0)
	m.Jacoby, m.State, m.Dice = false, board.Playing, roll
	return &query{Question: protocol.Question{Position: *pos, Match: m, NoCube: true}}
}

// queryAt returns the question about the position at the cube and the score of
// the match.
func queryAt(pos *board.Position, m *board.Match, roll board.Roll, doubled bool) *query {
	q := &query{Question: protocol.Question{Position: *pos, Match: *m}}
	q.Match.State, q.Match.Dice, q.Match.Resigns = board.Playing, roll, 0
	q.Match.Doubled, q.Match.Turn = doubled, m.Roller
	if doubled {
		q.Match.Turn = m.Roller.Opponent()
	}
	return q
}
