package nets

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// gnubgWords are the first words of a weights file in text form; the version
// follows.
const gnubgWords = "GNU Backgammon"

func isGnubgText(data []byte) bool { return bytes.HasPrefix(data, []byte(gnubgWords)) }

// gnubgText reads the text form: a line with the version, then for each net a
// line of six numbers and one line for each weight.
type gnubgText struct {
	data []byte // not yet read
	line int    // number of the last line read, from 1
}

func (t *gnubgText) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", t.line, fmt.Sprintf(format, args...))
}

// next returns the next line without surrounding blanks.
func (t *gnubgText) next() (string, error) {
	if len(t.data) == 0 {
		return "", fmt.Errorf("truncated: the file ends after line %d", t.line)
	}
	t.line++
	line, rest, _ := bytes.Cut(t.data, []byte("\n"))
	t.data = rest
	return string(bytes.TrimSpace(line)), nil
}

func (t *gnubgText) version() (string, error) {
	line, err := t.next()
	if err != nil {
		return "", err
	}
	fields := strings.Fields(strings.TrimPrefix(line, gnubgWords))
	if len(fields) != 1 {
		return "", t.wrong("%.60q, want %q and a version", line, gnubgWords)
	}
	return fields[0], nil
}

func (t *gnubgText) header() (h gnubgHeader, err error) {
	line, err := t.next()
	if err != nil {
		return h, err
	}
	fields := strings.Fields(line)
	if len(fields) != 6 {
		return h, t.wrong("%.60q, want six numbers: inputs, hidden units, outputs, trainings, two factors", line)
	}
	for i, dst := range []*int{&h.inputs, &h.hidden, &h.outputs} {
		if *dst, err = strconv.Atoi(fields[i]); err != nil {
			return h, t.wrong("%.60q, want a whole number", fields[i])
		}
	}
	if _, err := strconv.ParseInt(fields[3], 10, 64); err != nil { // trainings, sometimes over 32 bits
		return h, t.wrong("%.60q, want a whole number", fields[3])
	}
	if h.betaHidden, err = t.number(fields[4]); err != nil {
		return h, err
	}
	h.betaOutput, err = t.number(fields[5])
	return h, err
}

func (t *gnubgText) float() (float32, error) {
	line, err := t.next()
	if err != nil {
		return 0, err
	}
	return t.number(line)
}

// number parses a number from the last line read.
func (t *gnubgText) number(text string) (float32, error) {
	v, err := strconv.ParseFloat(text, 32)
	if err != nil {
		return 0, t.wrong("%.60q, want a number", text)
	}
	return float32(v), nil
}

func (t *gnubgText) end() error {
	if rest := bytes.TrimSpace(t.data); len(rest) > 0 {
		return fmt.Errorf("%d bytes follow the last net, which ends in line %d", len(rest), t.line)
	}
	return nil
}
