package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/internal/digest"
	"gammonlab/internal/identity"
	"gammonlab/nets/kernel"
)

// Beginnings of the files of earlier versions.
const (
	oldLedger = `{"format":"gammonlab pairs 1",` // matches, tests and tournaments, in lines
	oldMatch  = "gammonlab match 1\n"
	oldJudged = "gammonlab judged match "
)

// Bytes per game in old files of matches, and in old files of judged matches, of which
// there were two formats.
const (
	oldGame         = 76
	oldJudgedGame   = oldGame + 246
	oldJudgedFormat = oldJudged + "2\n"
)

// convert reads a file of an earlier version and adds its content as frames. It drops
// an incomplete record at the end.
func (s *Settings) convert(file []byte, keep func(frame []byte) error) error {
	check := NewLedger(*s)
	add := func(frame []byte) error {
		if err := check.decode(frame); err != nil {
			return err
		}
		return keep(frame)
	}
	switch {
	case bytes.HasPrefix(file, []byte(oldLedger)):
		return s.convertLedger(file, add)
	case bytes.HasPrefix(file, []byte(oldMatch)):
		return s.convertMatch(file[len(oldMatch):], oldMatch, 2*oldGame, add)
	case bytes.HasPrefix(file, []byte(oldJudgedFormat)):
		return s.convertMatch(file[len(oldJudgedFormat):], oldJudgedFormat, 2*oldJudgedGame, add)
	}
	return fmt.Errorf("results of a match in the format %.25q, want %q or %q: choose another file", file, oldMatch, oldJudgedFormat)
}

// same returns an error for results with other settings.
func (s *Settings) same(found fileIdentity) error {
	was, err1 := json.Marshal(found)
	want, err2 := json.Marshal(s.identity())
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err := identity.Compare(was, want, kernel.CheckClass); err != nil {
		return fmt.Errorf("results %w", err)
	}
	return nil
}

// convertLedger reads lines. Each is an object that ends with the checksum of the text
// before it. The first has the settings.
func (s *Settings) convertLedger(file []byte, add func(frame []byte) error) error {
	opinions, number := "", 0
	for line := range bytes.Lines(file) {
		if number++; !bytes.HasSuffix(line, []byte("\n")) {
			return nil
		}
		object, err := oldLine(line)
		var head struct {
			Format string `json:"format"`
			fileIdentity
			Opinions string `json:"opinions"`
		}
		var dice diceFrame
		switch {
		case err != nil:
		case number == 1:
			if err = json.Unmarshal(object, &head); err == nil {
				err = s.same(head.fileIdentity)
			}
			opinions = head.Opinions
		case bytes.HasPrefix(object, []byte(`{"dice":`)):
			if err = strictly(object, &dice); err == nil {
				dice.Opinions = opinions
				err = addJSON(add, &dice)
			}
		default:
			err = add(object)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

// oldLine returns the object of a line without its checksum.
func oldLine(line []byte) ([]byte, error) {
	const form = `,"sum":"%08x"}` + "\n"
	size := len(line) - len(fmt.Sprintf(form, 0))
	if size < 0 {
		return nil, errors.New("damaged: too short for a checksum")
	}
	if want := fmt.Sprintf(form, digest.Checksum(line[:size])); string(line[size:]) != want {
		return nil, fmt.Errorf("damaged: it ends with %q, want %q", line[size:], want)
	}
	return append(line[:size:size], '}'), nil
}

func addJSON(add func(frame []byte) error, v any) error {
	frame, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return add(frame)
}
