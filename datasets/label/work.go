package label

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/datasets/unfinished"
	"gammonlab/farm"
	"gammonlab/internal/journal"
	"gammonlab/internal/plaintext"
)

// counts are the state that a journal keeps besides rows.
type counts struct {
	Labelled, Unknown, Kept, OtherClass int64

	Change  float64 // sum of the changes
	Error   float64
	Errors  int64 // number of terms of Error
	Changes int64 // number of terms of Change
}

func (c *counts) add(d *counts) {
	c.Labelled += d.Labelled
	c.Unknown += d.Unknown
	c.Kept += d.Kept
	c.OtherClass += d.OtherClass
	c.Change += d.Change
	c.Changes += d.Changes
	c.Error += d.Error
	c.Errors += d.Errors
}

// progress is the progress of a job.
type progress struct {
	job    *Job
	out    *unfinished.Database
	wire   wire
	wanted int64 // total number of rows to label
	done   uint64
	sums   counts
}

// work labels the rows that the journal does not cover yet. One goroutine reads rows, the
// goroutines of the pool label them in any order, and work writes them in their original
// order.
func (j *Job) work(ctx context.Context, out *unfinished.Database, in *input) (*Summary, error) {
	p := &progress{job: j, out: out, wire: j.Labeller.wire(in.meta.Variant), wanted: in.wanted}
	var err error
	if p.done, p.sums, err = j.resumed(out); err != nil {
		return nil, err
	}
	job, err := j.job(in)
	if err != nil {
		return nil, err
	}
	file, err := j.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	left := uint64(in.rows) - p.done
	job.Items = func() uint64 { return left }
	feed := &feed{job: j, file: file, skip: p.done, first: p.done}
	err = job.Run(ctx, farm.Of(j.Pool, j.Workers), feed.next, p.take, out.Sync)
	summary := p.summary()
	if err != nil {
		return summary, err
	}
	summary.Bad, summary.FirstBad = file.Skipped()
	if summary.Rows != in.rows {
		return summary, fmt.Errorf("%s has changed: it had %d rows, and now there are %d", j.In, in.rows, summary.Rows)
	}
	return summary, nil
}

// take writes the rows of a shard to the journal.
func (p *progress) take(s *shard) error {
	for i := range s.batches {
		b := &s.batches[i]
		c := p.wire.count(b)
		p.sums.add(&c)
		p.done += uint64(len(b.rows))
		note, err := json.Marshal(&p.sums)
		if err != nil {
			return err
		}
		if err := p.out.Append(b.rows, p.done, note); err != nil {
			return err
		}
	}
	if p.job.Progress != nil {
		p.job.Progress(p.summary())
	}
	return nil
}

func (p *progress) summary() *Summary {
	s := p.sums.summary()
	s.Rows, s.Wanted = int64(p.done), p.wanted
	return s
}

// resumed returns the number of rows that the journal covers, and their counts.
func (j *Job) resumed(kept *unfinished.Database) (done uint64, sums counts, err error) {
	done, note := kept.Done()
	if len(note) == 0 {
		return done, sums, nil
	}
	if err := json.Unmarshal(note, &sums); err != nil {
		return 0, sums, fmt.Errorf("%s%s: its note: %w", j.Out, journal.Suffix, err)
	}
	return done, sums, nil
}

// summary returns the summary of the counts.
func (c *counts) summary() *Summary {
	return &Summary{
		Labelled: c.Labelled, Unknown: c.Unknown, Kept: c.Kept, OtherClass: c.OtherClass,
		Change: mean(c.Change, c.Changes), Error: mean(c.Error, c.Errors),
	}
}

// mean returns sum/n, nil if n is 0.
func mean(sum float64, n int64) *float64 { return plaintext.Known(sum / float64(n)) }
