package openings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/internal/workers"
	"gammonlab/nets/kernel"
)

// unfinished is the kind of book journals: decisions with their numbers, in the order of
// their completion.
var unfinished = journal.Kind{Name: "unfinished opening book", Version: 1, Kernel: kernel.CheckClass}

// entry is a frame of the journal.
type entry struct {
	Number int
	Decision
}

// builder makes a book.
type builder struct {
	settings *Settings
	static   *engine.Full
	stakes   *cube.Stakes // stakes for the player of the first roll
	total    int

	mu      sync.Mutex
	journal *journal.Journal
	done    map[int]Decision
}

// Build makes a book and writes its file. Progress is kept in a journal, Out with
// [journal.Suffix], until the file is complete: if interrupted, call Build again with
// the same settings to resume. The file is identical for any interruption and any
// number of workers.
func Build(ctx context.Context, s Settings) (*Book, error) {
	switch err := s.Validate(); {
	case err != nil:
		return nil, err
	case s.Out == "":
		return nil, errors.New("the path of the file is missing")
	case s.Model.Evaluator == nil:
		return nil, errors.New("want an evaluator for the rollouts")
	}
	if _, err := journal.Finished(s.Out, s.Replace); err != nil {
		return nil, err
	}
	b, err := newBuilder(&s)
	if err != nil {
		return nil, err
	}
	made := s.made(b.stakes)
	if err := b.open(made); err != nil {
		return nil, err
	}
	defer b.journal.Close()
	book := &Book{Format: formatName, Variant: s.Game().String(), Made: made}
	first := b.openings()
	if book.Decisions, err = b.rollOut(ctx, first); err != nil {
		return nil, err
	}
	if !s.NoReplies {
		replies, err := b.rollOut(ctx, b.replies(first, book.Decisions))
		if err != nil {
			return nil, err
		}
		book.Decisions = append(book.Decisions, replies...)
	}
	if err := atomicfile.Write(s.Out, book.Write); err != nil {
		return nil, err
	}
	return book, b.journal.Finish()
}

func newBuilder(s *Settings) (*builder, error) {
	b := &builder{settings: s, static: s.Static(), done: map[int]Decision{}}
	state, err := s.Start.State()
	if err != nil {
		return nil, err
	}
	met := s.MET.Table
	if met == nil {
		if met, err = cube.NamedMET(cube.DefaultMET); err != nil {
			return nil, err
		}
	}
	if b.stakes, err = cube.Prepare(state, met); err != nil {
		return nil, err
	}
	b.total = len(b.openings())
	if !s.NoReplies {
		b.total += b.total * len(board.Rolls)
	}
	return b, nil
}

// open resumes or creates the journal.
func (b *builder) open(made map[string]string) error {
	var err error
	b.journal, err = journal.Open(b.settings.Out+journal.Suffix, unfinished, made, func(frame []byte) error {
		var e entry
		if err := json.Unmarshal(frame, &e); err != nil {
			return err
		}
		if e.Number < 0 || e.Number >= b.total {
			return fmt.Errorf("decision %d, want 0 to %d", e.Number, b.total-1)
		}
		b.done[e.Number] = e.Decision
		return e.check()
	})
	return err
}

// keep writes a decision to the journal.
func (b *builder) keep(number int, d *Decision) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	frame, err := json.Marshal(&entry{number, *d})
	if err != nil {
		return err
	}
	if err := b.journal.Append(frame); err != nil {
		return err
	}
	b.done[number] = *d
	if b.settings.Progress != nil {
		b.settings.Progress(int64(len(b.done)), int64(b.total))
	}
	return b.journal.Flush()
}

// rollOut rolls out the remaining decisions and returns all decisions.
func (b *builder) rollOut(ctx context.Context, all []question) ([]Decision, error) {
	var left []question
	for _, q := range all {
		if _, ok := b.done[q.number]; !ok {
			left = append(left, q)
		}
	}
	if err := b.askBeside(ctx, left); err != nil {
		return nil, err
	}
	var advisers []*advice.Adviser
	for range min(b.settings.workers(), len(left)) {
		s, err := search.New(b.static.Clone(), searchOptions())
		if err != nil {
			return nil, err
		}
		advisers = append(advisers, advice.New(s, advice.Options{MET: b.stakes.MET(), Beavers: b.stakes.State().Beavers}))
	}
	err := workers.Try(ctx, advisers, len(left), func(ctx context.Context, by *advice.Adviser, i int) error {
		q := &left[i]
		d, err := b.decide(ctx, by, q)
		if err != nil {
			return fmt.Errorf("%v: %w", q.roll, err)
		}
		return b.keep(q.number, d)
	})
	if err != nil {
		return nil, err
	}
	decisions := make([]Decision, len(all))
	for i, q := range all {
		decisions[i] = b.done[q.number]
	}
	return decisions, nil
}
