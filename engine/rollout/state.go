package rollout

import (
	"encoding/binary"
	"errors"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// state is the kind of files that keep trials: in any order during the rollout,
// and by alternative and number at its end.
var state = journal.Kind{Name: "rollout", Version: 3, Kernel: kernel.CheckClass}

// record is a trial in the state file, little-endian.
type record struct {
	Alternative, Trial uint32
	Sample             Sample
}

// identity contains everything that the samples of a rollout depend on.
type identity struct {
	conditions
	Kernel       string   `json:"kernel"`
	Alternatives []string `json:"play"`
}

// identity returns the identity of the rollout.
func (t *trials) identity() *identity {
	id := &identity{conditions: named.Identify(t.conditions()), Kernel: kernel.Class()}
	for i := range t.alternatives {
		id.Alternatives = append(id.Alternatives, t.alternatives[i].identity())
	}
	return id
}

// identity describes everything that the alternative's samples depend on, except the match
// equity table.
func (a *Alternative) identity() string {
	text := a.Position.ID()
	if a.Opponent {
		text += " opponent"
	}
	if a.NoDouble {
		text += " no double"
	}
	if a.Stakes != nil {
		text += fmt.Sprintf(" %+v", a.Stakes.State())
	}
	return text
}

// open resumes the state file of the settings, or creates it.
func (r *run) open(t *trials) (err error) {
	if r.settings.State == "" {
		return nil
	}
	if _, err := t.static.Digest(); err != nil {
		return err
	}
	if r.journal, err = journal.Open(r.settings.State, state, t.identity(), r.readRecord); err != nil {
		return err
	}
	for i := range r.tracks {
		t := &r.tracks[i]
		for t.has(t.issued) {
			t.issued++
		}
		t.count()
	}
	r.decide()
	return nil
}

func (r *run) readRecord(content []byte) error {
	var one record
	if _, err := binary.Decode(content, binary.LittleEndian, &one); err != nil || len(content) != binary.Size(&one) {
		return fmt.Errorf("%d bytes, want %d", len(content), binary.Size(&one))
	}
	if int(one.Alternative) >= len(r.tracks) || one.Trial >= maxTrials {
		return fmt.Errorf("trial %d of alternative %d, want one of %d alternatives", one.Trial, one.Alternative, len(r.tracks))
	}
	t := &r.tracks[one.Alternative]
	if t.has(int(one.Trial)) {
		return fmt.Errorf("trial %d of alternative %d is there twice", one.Trial, one.Alternative)
	}
	if err := one.Sample.check(); err != nil {
		return fmt.Errorf("trial %d of alternative %d: %w", one.Trial, one.Alternative, err)
	}
	t.put(int(one.Trial), &one.Sample)
	return nil
}

func appendRecord(dst []byte, alternative, trial int, sample *Sample) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(alternative))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(trial))
	return sample.append(dst)
}

// keep adds a trial to the state, which is written at once or after a short
// delay.
func (r *run) keep(alternative, trial int, sample *Sample) error {
	r.record = appendRecord(r.record[:0], alternative, trial, sample)
	return r.journal.Append(r.record)
}

// close writes the remaining trials. At the end of the rollout it rewrites the
// file in an order that does not depend on the workers, with only the trials
// that count.
func (r *run) close() error {
	j := r.journal
	if j == nil {
		return r.err
	}
	var err error
	if r.err == nil {
		err = j.Rewrite(r.writeRecords)
	}
	return errors.Join(r.err, err, j.Close())
}

// writeRecords adds the trials that count.
func (r *run) writeRecords(add func(record []byte) error) error {
	for i := range r.tracks {
		t := &r.tracks[i]
		for trial := range t.counted.n {
			r.record = appendRecord(r.record[:0], i, trial, &t.samples[trial])
			if err := add(r.record); err != nil {
				return err
			}
		}
	}
	return nil
}
