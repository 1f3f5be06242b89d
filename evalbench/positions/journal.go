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

// unfinished is the kind of benchmark journals: decisions in the order of their
// completion, each with its number and its line of the file.
var unfinished = journal.Kind{Name: "unfinished benchmark", Version: 2, Kernel: kernel.CheckClass}

// openJournal opens or creates the journal for the benchmark file out, and returns the
// decisions in the journal by number.
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
		return nil, nil, err
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

// keepDecision adds a decision to the journal and flushes the journal to disk.
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
