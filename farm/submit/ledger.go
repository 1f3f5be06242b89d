package submit

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// entry is a line of a ledger: the workers that computed a shard, the result of a check, or
// the reason for refusing a worker.
type entry struct {
	Time      time.Time `json:"time"`
	Job       string    `json:"job"`
	Event     string    `json:"event"`
	First     uint64    `json:"first"`
	Items     uint64    `json:"items,omitempty"`
	Workers   []string  `json:"workers,omitempty"` // KEY/MACHINE; none if the submitter computed the shard
	CoreMs    int64     `json:"core_ms,omitempty"`
	Unchecked bool      `json:"unchecked,omitempty"` // only the workers vouch for the result
	Reason    string    `json:"reason,omitempty"`
	Wrong     bool      `json:"wrong,omitempty"` // the workers were refused for a wrong result
}

// Values of Event.
const (
	eventShard   = "shard"   // a shard was taken
	eventRight   = "right"   // a check found a result right
	eventWrong   = "wrong"   // a check found a result wrong
	eventRefused = "refused" // a worker was refused
	eventDiffers = "differs" // a late result differs from the taken result; one of them is wrong
	eventForged  = "forged"  // a message on a worker's subject is not the worker's
	eventTainted = "tainted" // the journal may be wrong from item First on
)

// ledger is the file that records which worker computed which shard. Without a file it
// records nothing.
type ledger struct {
	job    string
	path   string
	file   *os.File
	buffer *bufio.Writer

	refused []entry  // workers that earlier runs of the job have refused
	earlier []*entry // unchecked shards of earlier runs, by their first items; without workers if they were taken again
	resumed bool
	claims  int // lines about what any client can send
}

// mostClaims limits the lines about what any client can send, so nobody can fill the disk.
const mostClaims = 1000

// openLedger opens or creates the file, and reads the lines of earlier runs of the job.
func openLedger(path, job string) (*ledger, error) {
	l := &ledger{job: job, path: path}
	if path == "" {
		return l, nil
	}
	var err error
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(l.file)
	var line []byte
	for {
		if line, err = lines.ReadBytes('\n'); err != nil {
			break
		}
		var e entry
		if json.Unmarshal(line, &e) == nil && e.Job == job { // an incomplete line is not an entry
			l.remember(e)
		}
	}
	if err != io.EOF {
		return nil, errors.Join(err, l.file.Close())
	}
	l.buffer = bufio.NewWriter(l.file)
	if len(line) > 0 {
		_ = l.buffer.WriteByte('\n') // flush returns the error
	}
	return l, nil
}

func (l *ledger) remember(e entry) {
	switch {
	case e.Event == eventRefused:
		l.refused = append(l.refused, e)
	case e.Event == eventShard:
		i := l.supersede(e.First, e.Items)
		if e.Unchecked {
			l.earlier = slices.Insert(l.earlier, i, &e)
		}
	}
}

// supersede drops the shards that begin with one of the items, which a later run has taken
// again: an earlier journal was removed. It returns the index of the first of them.
func (l *ledger) supersede(first, items uint64) int {
	at, _ := slices.BinarySearchFunc(l.earlier, first, func(e *entry, first uint64) int { return cmp.Compare(e.First, first) })
	for _, e := range l.earlier[at:] {
		if e.First-first >= items {
			break
		}
		e.Workers = nil
	}
	return at
}

// resume is called with each shard of the run. Lines of earlier runs about items before the
// first one count: the journal contains these items. Those of other items count when the
// run has drawn all shards, see vouch, because some sources take turns. resume reports whether
// lines count now.
func (l *ledger) resume(s farm.Shard, t *trust) bool {
	if l.supersede(s.First, s.Items); l.resumed {
		return false
	}
	l.resumed = true
	l.vouch(s.First, t)
	return true
}

// vouch notes the workers that vouch for results of earlier runs before the item.
func (l *ledger) vouch(end uint64, t *trust) {
	for _, e := range l.earlier {
		if e.First < end && len(e.Workers) > 0 {
			t.note(e.Workers, e.First)
			e.Workers = nil
		}
	}
}

func (l *ledger) add(e entry) {
	if l.buffer == nil {
		return
	}
	e.Time, e.Job = time.Now().UTC(), l.job
	line, err := json.Marshal(e)
	if err == nil {
		_, _ = l.buffer.Write(append(line, '\n')) // flush returns the error
	}
}

// took records that the slot's result is taken. For shards that this process computes,
// local makes the record.
func (l *ledger) took(s *slot, by []*candidate) {
	if s.local && len(by) == 0 {
		return
	}
	e := entry{Event: eventShard, First: s.shard.First, Items: s.shard.Items, Unchecked: !s.own}
	for _, c := range by {
		e.Workers = append(e.Workers, c.who())
		e.CoreMs += c.Took.Milliseconds()
	}
	l.add(e)
}

// local records that this process computed the shard itself.
func (l *ledger) local(s *slot, took time.Duration) {
	l.add(entry{Event: eventShard, First: s.shard.First, Items: s.shard.Items, CoreMs: took.Milliseconds()})
}

// audit records the result of a check.
func (l *ledger) audit(s *slot, c *candidate, right bool) {
	e := entry{Event: eventRight, First: s.shard.First, Items: s.shard.Items, Workers: []string{c.who()}}
	if !right {
		e.Event = eventWrong
	}
	l.add(e)
}

func (l *ledger) fault(who, why string, wrong bool) {
	l.add(entry{Event: eventRefused, Workers: []string{who}, Reason: why, Wrong: wrong})
}

func (l *ledger) differs(who, shard string) { l.claim(eventDiffers, who, "shard "+shard) }

func (l *ledger) forged(key, shard string, why error) {
	l.claim(eventForged, wire.Readable(key, wire.MostName), wire.Readable(fmt.Sprintf("shard %s: %v", shard, why), wire.MostText))
}

// claim records what any client can send, up to a number of lines.
func (l *ledger) claim(event, who, what string) {
	if l.claims++; l.claims == mostClaims {
		what += "; no more lines of this kind follow in this run"
	}
	if l.claims <= mostClaims {
		l.add(entry{Event: event, Workers: []string{who}, Reason: what})
	}
}

func (l *ledger) tainted(who string, first uint64, why string) {
	l.add(entry{Event: eventTainted, Workers: []string{who}, First: first, Reason: why})
}

func (l *ledger) flush() error {
	if l.buffer == nil {
		return nil
	}
	return l.buffer.Flush()
}

func (l *ledger) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.buffer.Flush(), l.file.Close())
}

// span returns the range of a shard's items as text.
func span(s farm.Shard) string { return fmt.Sprintf("%d to %d", s.First, s.First+s.Items-1) }
