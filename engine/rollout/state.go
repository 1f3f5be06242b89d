package rollout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gammonlab/engine"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/recordfile"
	"gammonlab/nets/kernel"
)

// journal is the file that keeps the trials done, in the order in which they
// ended while the rollout is at work and by alternative and number once it is
// over.
type journal struct {
	path   string
	head   []byte
	file   *recordfile.File
	record []byte // the last one
}

const recordSize = 4 + 4 + Values*8 + 4 // alternative, trial, sample, checksum

// state is the kind of files that trials are kept in.
var state = recordfile.Kind{
	Magic: "gammonlab rollout 1\n", Size: recordSize, Record: "trial record",
	Name: "the state of a rollout", Kernel: kernel.CheckClass,
}

// identity is all that the samples of a rollout depend on.
type identity struct {
	Model        string   `json:"model"`
	Kernel       string   `json:"kernel"`
	Databases    []string `json:"databases"`
	Seed         uint64   `json:"seed"`
	Plain        bool     `json:"plain_dice"`
	Opening      bool     `json:"opening"`
	Luck         Luck     `json:"luck"`
	Turns        int      `json:"truncated_after"`
	Plies        int      `json:"truncation_plies"`
	Bearoff      Bearoff  `json:"bearoff"`
	Player       string   `json:"player"`
	Opponent     string   `json:"opponent"`
	Late         string   `json:"late"`
	Alternatives []string `json:"alternatives"`
}

// stateHead returns the beginning of the file of a rollout.
func (r *run) stateHead(static *engine.Full) ([]byte, error) {
	model, err := static.Digest()
	if err != nil {
		return nil, fmt.Errorf("rollout: %w", err)
	}
	s := r.settings
	id := identity{
		Model: model, Kernel: kernel.Class(), Databases: databaseNames(static.Databases()), Seed: s.Seed, Plain: s.Plain, Opening: s.Opening,
		Luck: s.Luck, Turns: s.Truncation.Turns, Plies: s.Truncation.Plies, Bearoff: s.Bearoff,
		Player: s.Player.String(), Opponent: s.Opponent.String(), Late: s.Late.String(),
	}
	for i := range r.tracks {
		a := r.tracks[i].alternative
		id.Alternatives = append(id.Alternatives, a.identity())
	}
	head, err := state.Head(id)
	if err != nil {
		return nil, fmt.Errorf("rollout: %w", err)
	}
	return head, nil
}

// identity describes all that the alternative's samples depend on; the chances to
// win a match stand for the match equity table.
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

// databaseNames describes databases by what they hold, in the order in which they
// are asked.
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

// open takes up the state that the settings name, or begins it.
func (r *run) open(static *engine.Full) error {
	if r.settings.State == "" {
		return nil
	}
	head, err := r.stateHead(static)
	if err != nil {
		return err
	}
	j := &journal{path: r.settings.State, head: head}
	take := func(_ int, record []byte) error { return r.readRecord(record) }
	if j.file, err = state.Open(j.path, head, take); err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	for i := range r.tracks {
		t := &r.tracks[i]
		t.issued = t.firstMissing(0)
		t.count()
	}
	r.decide()
	r.journal = j
	return nil
}

func (r *run) readRecord(content []byte) error {
	alternative := binary.LittleEndian.Uint32(content)
	trial := binary.LittleEndian.Uint32(content[4:])
	if int(alternative) >= len(r.tracks) || trial >= maxTrials {
		return fmt.Errorf("trial %d of alternative %d, want one of %d alternatives", trial, alternative, len(r.tracks))
	}
	t := &r.tracks[alternative]
	t.grow(int(trial) + 1)
	if t.done[trial] {
		return fmt.Errorf("trial %d of alternative %d is there twice", trial, alternative)
	}
	sample := &t.samples[trial]
	for k := range sample {
		sample[k] = math.Float64frombits(binary.LittleEndian.Uint64(content[8+8*k:]))
		if math.IsNaN(sample[k]) || math.IsInf(sample[k], 0) {
			return fmt.Errorf("trial %d of alternative %d: value %d is %v", trial, alternative, k, sample[k])
		}
	}
	t.done[trial] = true
	return nil
}

func appendRecord(dst []byte, alternative, trial int, sample *Sample) []byte {
	from := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(alternative))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(trial))
	for _, v := range sample {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return recordfile.AppendSum(dst, from)
}

// add adds a trial, which is written at once or soon.
func (j *journal) add(alternative, trial int, sample *Sample) error {
	j.record = appendRecord(j.record[:0], alternative, trial, sample)
	if err := j.file.Add(j.record); err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	return nil
}

// close writes the rest of the trials. When the rollout is over, the file gets
// an order that does not depend on the workers, and only trials that count.
func (r *run) close() error {
	j := r.journal
	if j == nil {
		return r.err
	}
	defer j.file.Close()
	err := j.file.Flush()
	if err != nil {
		err = fmt.Errorf("rollout: %w", err)
	}
	if err != nil || r.err != nil {
		return errors.Join(r.err, err)
	}
	err = atomicfile.Write(j.path, func(w io.Writer) error {
		if _, err := w.Write(j.head); err != nil {
			return err
		}
		return r.writeRecords(w)
	})
	if err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	return nil
}

// writeRecords writes the trials that count.
func (r *run) writeRecords(w io.Writer) error {
	var record []byte
	for i := range r.tracks {
		t := &r.tracks[i]
		for trial := range t.counted.n {
			record = appendRecord(record[:0], i, trial, &t.samples[trial])
			if _, err := w.Write(record); err != nil {
				return err
			}
		}
	}
	return nil
}
