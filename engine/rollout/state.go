package rollout

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"time"

	"gammonlab/engine"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
)

// journal is the file that keeps the trials done. It begins with lines that say
// what is being rolled out; each trial follows with a checksum, in the order in
// which they ended while the rollout is at work and by alternative and number
// once it is over.
type journal struct {
	path string
	head []byte
	file *os.File

	unwritten []byte
	written   time.Time // the last time
}

const (
	stateMagic = "gammonlab rollout 1\n"
	recordSize = 4 + 4 + Values*8 + 4 // alternative, trial, sample, checksum

	// writeInterval is how long trials may wait to be written.
	writeInterval = time.Second / 2
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// identity is all that the samples of a rollout depend on.
type identity struct {
	Model        string   `json:"model"`
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
func (r *run) stateHead(static *engine.Static) ([]byte, error) {
	model, err := static.Model().Digest()
	if err != nil {
		return nil, fmt.Errorf("rollout: %w", err)
	}
	s := r.settings
	id := identity{
		Model: model, Databases: databaseNames(static.Databases()), Seed: s.Seed, Plain: s.Plain, Opening: s.Opening,
		Luck: s.Luck, Turns: s.Truncation.Turns, Plies: s.Truncation.Plies, Bearoff: s.Bearoff,
		Player: s.Player.String(), Opponent: s.Opponent.String(), Late: s.Late.String(),
	}
	for i := range r.tracks {
		a := r.tracks[i].alternative
		id.Alternatives = append(id.Alternatives, a.identity())
	}
	line, err := json.Marshal(id)
	if err != nil {
		return nil, fmt.Errorf("rollout: %w", err)
	}
	head := fmt.Appendf(nil, "%s%s\n", stateMagic, line)
	return fmt.Appendf(head, "%08x\n", crc32.Checksum(head, castagnoli)), nil
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
func (r *run) open(static *engine.Static) error {
	if r.settings.State == "" {
		return nil
	}
	head, err := r.stateHead(static)
	if err != nil {
		return err
	}
	j := &journal{path: r.settings.State, head: head, written: time.Now()}
	if j.file, err = os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	if err := r.resume(j); err != nil {
		j.file.Close()
		return fmt.Errorf("rollout: %s: %w", j.path, err)
	}
	r.journal = j
	return nil
}

// resume reads what is in the file and puts the file's position behind it.
func (r *run) resume(j *journal) error {
	if err := filelock.Lock(j.file); err != nil {
		return fmt.Errorf("in use by another rollout: %w", err)
	}
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	records, err := j.checkHead(data)
	if err != nil {
		return err
	}
	if len(data) < len(j.head) { // new, or killed at once
		if _, err := j.file.WriteAt(j.head, 0); err != nil {
			return err
		}
	}
	whole, err := r.readRecords(records)
	if err != nil {
		return err
	}
	end := int64(len(j.head) + whole)
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	if _, err := j.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	for i := range r.tracks {
		t := &r.tracks[i]
		t.issued = t.firstMissing(0)
		t.count()
	}
	r.decide()
	return nil
}

// checkHead refuses the file of anything else and returns its records.
func (j *journal) checkHead(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, j.head):
		return data[len(j.head):], nil
	case bytes.HasPrefix(j.head, data):
		return nil, nil
	case bytes.HasPrefix(data, []byte(stateMagic)):
		found, _, _ := bytes.Cut(data[len(stateMagic):], []byte("\n"))
		want, _, _ := bytes.Cut(j.head[len(stateMagic):], []byte("\n"))
		return nil, fmt.Errorf("another rollout, or a damaged one: its settings are %.2000s, want %s", found, want)
	}
	return nil, fmt.Errorf("not the state of a rollout: it starts with %.20q, want %q", data, stateMagic)
}

// readRecords takes the trials and returns how many bytes they have. What is not
// whole at the end was being written when the process ended, and is dropped;
// damage anywhere else is an error.
func (r *run) readRecords(data []byte) (int, error) {
	whole := len(data) / recordSize
	good := 0
	for i := range whole {
		record := data[i*recordSize : (i+1)*recordSize]
		content := record[:recordSize-4]
		if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(record[recordSize-4:]) {
			continue
		}
		if i != good {
			return 0, fmt.Errorf("damaged: the checksum of trial record %d is wrong, that of record %d is right", good, i)
		}
		if err := r.readRecord(content); err != nil {
			return 0, fmt.Errorf("damaged: trial record %d: %w", i, err)
		}
		good++
	}
	return good * recordSize, nil
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
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[from:], castagnoli))
}

// add adds a trial, which is written at once or soon.
func (j *journal) add(alternative, trial int, sample *Sample) error {
	j.unwritten = appendRecord(j.unwritten, alternative, trial, sample)
	if now := time.Now(); now.Sub(j.written) >= writeInterval {
		j.written = now
		return j.flush()
	}
	return nil
}

func (j *journal) flush() error {
	_, err := j.file.Write(j.unwritten)
	j.unwritten = j.unwritten[:0]
	if err != nil {
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
	if err := j.flush(); err != nil || r.err != nil {
		return errors.Join(r.err, err)
	}
	err := atomicfile.Write(j.path, func(w io.Writer) error {
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
