package suite

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// maxSize is the maximal size of a suite file, to limit memory.
const maxSize = 16 << 20

// Load reads the suite in the file at path.
func Load(path string) ([]Test, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Parse(path, file)
}

// Parse reads a suite. Tests and errors have the suite's name and the line. The numbers
// of tests must ascend, and each test must have an answer.
func Parse(name string, r io.Reader) ([]Test, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: longer than %d bytes", name, maxSize)
	}
	p := parser{name: name}
	for line := range strings.Lines(string(data)) {
		p.number++
		if err := p.line(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, p.number, err)
		}
	}
	if p.open != nil {
		return nil, fmt.Errorf("%s:%d: test %d has no answer, want a line #? [ANSWER] below it", name, p.open.Line, p.open.Number)
	}
	return p.tests, nil
}

// parser reads a suite line by line.
type parser struct {
	name    string
	number  int // number of the line
	comment []string
	open    *Test // the test without an answer yet
	tests   []Test
}

// line reads a line, without surrounding blanks.
func (p *parser) line(text string) error {
	switch {
	case text == "":
		p.comment = nil
		return nil
	case strings.HasPrefix(text, "#?"):
		return p.answer(text[2:])
	case strings.HasPrefix(text, "#="):
		if p.open == nil {
			return fmt.Errorf("evidence %q belongs to no test, want it between a question and its answer", text)
		}
		p.open.Evidence = append(p.open.Evidence, strings.TrimSpace(text[2:]))
		return nil
	case strings.HasPrefix(text, "#"):
		p.comment = append(p.comment, strings.TrimSpace(text[1:]))
		return nil
	case p.open != nil:
		return fmt.Errorf("test %d has no answer yet, want #? [ANSWER] before the next test", p.open.Number)
	}
	t, err := ParseQuestion(text)
	if err != nil {
		return err
	}
	if n := len(p.tests); n > 0 && t.Number <= p.tests[n-1].Number {
		return fmt.Errorf("test %d follows test %d, want a higher number", t.Number, p.tests[n-1].Number)
	}
	t.File, t.Line, t.Comment = p.name, p.number, p.comment
	p.open, p.comment = t, nil
	return nil
}

// answer reads the text after #?.
func (p *parser) answer(text string) error {
	if p.open == nil {
		return fmt.Errorf("the answer %q belongs to no test", strings.TrimSpace(text))
	}
	if err := p.open.setAnswer(strings.TrimSpace(text)); err != nil {
		return fmt.Errorf("test %d: %w", p.open.Number, err)
	}
	p.tests = append(p.tests, *p.open)
	p.open, p.comment = nil, nil
	return nil
}

// ParseQuestion reads the first line of a test: its number, position, settings and
// question.
func ParseQuestion(text string) (*Test, error) {
	number, rest := word(text)
	t := &Test{Text: text}
	var err error
	if t.Number, err = strconv.Atoi(number); err != nil || t.Number < 0 {
		return nil, fmt.Errorf("%q is no number of a test", number)
	}
	if rest, err = t.setPosition(rest); err != nil {
		return nil, fmt.Errorf("test %d: %w", t.Number, err)
	}
	t.ID = t.Position.ID()
	if err = t.setQuestion(strings.Fields(rest)); err != nil {
		return nil, fmt.Errorf("test %d: %w", t.Number, err)
	}
	return t, nil
}

// setQuestion reads the settings and the question.
func (t *Test) setQuestion(words []string) error {
	words, err := t.setState(words)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return fmt.Errorf("the question is missing, want one of %s", strings.Join(questionNames[:], ", "))
	}
	q := slices.Index(questionNames[:], words[0])
	if q < 0 {
		return fmt.Errorf("unknown question %q, want one of %s", words[0], strings.Join(questionNames[:], ", "))
	}
	t.Question = Question(q)
	if t.Position.Result() != 0 {
		return fmt.Errorf("the game is over in the position")
	}
	words = words[1:]
	if t.Question == Play {
		if words, err = t.setRoll(words); err != nil {
			return err
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("%q follows the question %s, want nothing", strings.Join(words, " "), t.Question)
	}
	return t.checkState()
}

// setRoll reads the roll of a play, unless the roll came with the position.
func (t *Test) setRoll(words []string) ([]string, error) {
	if t.Match != nil {
		t.Roll = t.Match.Dice
		t.Match.Dice = board.Roll{}
	}
	if len(words) > 0 {
		roll, err := board.ParseRoll(words[0])
		if err != nil {
			return nil, err
		}
		t.Roll, words = roll, words[1:]
	}
	if t.Roll == (board.Roll{}) {
		return nil, fmt.Errorf("no roll, want two digits behind play")
	}
	if len(board.Plays(t.Position, t.Roll)) == 0 {
		return nil, fmt.Errorf("%v cannot be played in the position", t.Roll)
	}
	return words, nil
}

// word returns the first word and the rest.
func word(text string) (first, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}
