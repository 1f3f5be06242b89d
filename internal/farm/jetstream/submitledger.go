package jetstream

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"gammonlab/farm"
)

// entry is a line of a ledger: the workers that computed a shard, the result of a check, or
// the reason for refusing a worker.
type entry struct {
	Time    time.Time `json:"time"`
	Job     string    `json:"job"`
	Event   string    `json:"event"`
	First   uint64    `json:"first"`
	Items   uint64    `json:"items,omitempty"`
	Workers []string  `json:"workers,omitempty"` // KEY/MACHINE; none if the submitter computed the shard
	CoreMs  int64     `json:"core_ms,omitempty"`
	Alone   bool      `json:"alone,omitempty"` // only one worker computed the shard, and its result was not checked
	Reason  string    `json:"reason,omitempty"`
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

	faulty  map[string]bool // workers that earlier runs of the job have refused
	earlier []entry         // other relevant lines of earlier runs
	resumed bool
}

// openLedger opens or creates the file, and reads the lines of earlier runs of the job.
func openLedger(path, job string) (*ledger, error) {
	l := &ledger{job: job, path: path, faulty: map[string]bool{}}
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
		for _, key := range e.Workers {
			l.faulty[key] = true
		}
	case e.Event == eventTainted, e.Event == eventShard && e.Alone:
		l.earlier = append(l.earlier, e)
	}
}

// resume is called with the first item of each shard. Lines of earlier runs count if their
// items are before the run's first shard, because then the journal contains these items.
func (l *ledger) resume(first uint64, t *trust) error {
	if l.resumed {
		return nil
	}
	l.resumed = true
	for _, e := range l.earlier {
		if e.First >= first || len(e.Workers) == 0 {
			continue
		}
		if e.Event == eventTainted {
			return &TaintedError{Worker: e.Workers[0], First: e.First, Fault: e.Reason, Ledger: l.path}
		}
		t.note(e.Workers[0], e.First)
	}
	l.earlier = nil
	return nil
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
	if len(by) == 0 {
		return
	}
	e := entry{Event: eventShard, First: s.shard.First, Items: s.shard.Items, Alone: !s.own && s.need == 1}
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

func (l *ledger) fault(key, why string) {
	l.add(entry{Event: eventRefused, Workers: []string{key}, Reason: why})
}

func (l *ledger) differs(key, shard string) {
	l.add(entry{Event: eventDiffers, Workers: []string{key}, Reason: "shard " + shard})
}

func (l *ledger) forged(key, shard string, why error) {
	l.add(entry{Event: eventForged, Workers: []string{key}, Reason: fmt.Sprintf("shard %s: %v", shard, why)})
}

func (l *ledger) tainted(key string, first uint64, why string) {
	l.add(entry{Event: eventTainted, Workers: []string{key}, First: first, Reason: why})
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
