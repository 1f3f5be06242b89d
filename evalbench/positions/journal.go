package positions

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"

	"gammonlab/board"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// unfinished is the kind of journals of benchmarks: decisions in the order in which
// they came, each with its number and its line in the file to be.
var unfinished = journal.Kind{
	Name: "unfinished benchmark", Version: 2, Kernel: kernel.CheckClass, Old: []string{`{"format":"` + formatName + `"`},
}

// openJournal resumes the journal of the benchmark that is to be at out, or begins
// it, and returns the decisions in it by number.
func openJournal(out string, set *Set) (*journal.Journal, map[int]Decision, error) {
	identity := map[string]string{"variant": set.Variant.String()}
	maps.Copy(identity, set.Made)
	done := map[int]Decision{}
	j, err := journal.Open(out+journal.Suffix, unfinished, identity, func(frame []byte) error {
		item, d, err := decodeItem(frame, set.Variant)
		if err == nil {
			done[item] = *d
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("positions: %w", err)
	}
	return j, done, nil
}

// decodeItem reads a decision with its number.
func decodeItem(frame []byte, v board.Variant) (item int, d *Decision, err error) {
	number, line, _ := bytes.Cut(frame, []byte(" "))
	if item, err = strconv.Atoi(string(number)); err != nil || item < 0 {
		return 0, nil, fmt.Errorf("number %.40q, want 0 or more", number)
	}
	if d, err = decode(line, v); err != nil {
		return 0, nil, err
	}
	return item, d, d.check(v)
}

// keepDecision adds a decision, and returns when it is on the disk.
func keepDecision(j *journal.Journal, item int, d *Decision) error {
	line, err := d.encode()
	if err != nil {
		return err
	}
	if err := j.Append(fmt.Appendf(nil, "%d %s", item, line)); err != nil {
		return err
	}
	return j.Sync()
}
