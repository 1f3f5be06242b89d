package rollout

import (
	"encoding/binary"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/internal/journal"
	"gammonlab/internal/nets/kernel"
)

// state is the kind of files that keep trials: in any order during the rollout,
// and by alternative and number at its end.
var state = journal.Kind{Name: "rollout", Version: 2, Kernel: kernel.CheckClass}

// record is a trial in the state file, little-endian.
type record struct {
	Alternative, Trial uint32
	Sample             Sample
}

// identity contains everything that the samples of a rollout depend on.
type identity struct {
	Model        string   `json:"model"`
	Kernel       string   `json:"kernel"`
	Databases    []string `json:"bearoff"`
	Seed         uint64   `json:"seed"`
	Plain        bool     `json:"plain_dice"`
	Opening      bool     `json:"opening_roll"`
	Luck         Luck     `json:"variance_reduction"`
	Turns        int      `json:"truncate"`
	Plies        int      `json:"truncate_plies"`
	Bearoff      Bearoff  `json:"truncate_bearoff"`
	Player       string   `json:"plies"`
	Opponent     string   `json:"opponent_plies"`
	Late         string   `json:"late"`
	Alternatives []string `json:"play"`
}

// identity returns the identity of the rollout.
func (r *run) identity(static *engine.Full) (*identity, error) {
	model, err := static.Digest()
	if err != nil {
		return nil, err
	}
	s := r.settings
	id := &identity{
		Model: model, Kernel: kernel.Class(), Databases: databaseNames(static.Databases()), Seed: s.Seed, Plain: s.Plain, Opening: s.Opening,
		Luck: s.Luck, Turns: s.Truncation.Turns, Plies: s.Truncation.Plies, Bearoff: s.Bearoff,
		Player: s.Player.String(), Opponent: s.Opponent.String(), Late: s.Late.String(),
	}
	for i := range r.tracks {
		a := r.tracks[i].alternative
		id.Alternatives = append(id.Alternatives, a.identity())
	}
	return id, nil
}

// identity describes everything that the alternative's samples depend on. The
// match equity table is represented by its match-winning chances.
func (a *Alternative) identity() string {
	text := a.Position.ID()
	if a.Opponent {
		text += " opponent"
	}
	if a.NoDouble {
		text += " no double"
	}
	if a.Stakes == nil {
		return text
	}
	text += fmt.Sprintf(" %+v", a.Stakes.State())
	for st := a.Stakes; st != nil; st = st.Doubled() {
		text += fmt.Sprintf(" %v %v %v %v", st.Points(1), st.Points(2), st.Points(-1), st.Points(-2))
	}
	return text
}

// databaseNames describes databases by their contents, in order of priority.
func databaseNames(d *engine.Databases) []string {
	if d == nil {
		return nil
	}
	names := []string{}
	for _, h := range d.Hyper {
		names = append(names, fmt.Sprint(h.Header()))
	}
	for _, t := range d.TwoSided {
		names = append(names, fmt.Sprint(t.Header()))
	}
	for _, o := range d.OneSided {
		names = append(names, fmt.Sprint(o.Header()))
	}
	return names
}

// open resumes the state file of the settings, or creates it.
func (r *run) open(static *engine.Full) error {
	if r.settings.State == "" {
		return nil
	}
	id, err := r.identity(static)
	if err != nil {
		return err
	}
	if r.journal, err = journal.Open(r.settings.State, state, id, r.readRecord); err != nil {
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
