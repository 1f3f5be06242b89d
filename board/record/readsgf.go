package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"gammonlab/board"
)

// ReadSGF reads a collection of SGF games of backgammon, GM[6], as gnubg saves
// a match: one tree for each game. In trees with variations it reads the main
// line, the first variation of each. It keeps gnubg's analyses with the actions, and
// skips statistics and unknown properties. Errors call the file by the name.
//
// Text may be UTF-8, UTF-16 or Latin-1.
func ReadSGF(name string, r io.Reader) (*Match, error) {
	s := sgfReader{
		lexer: sgfLexer{in: bufio.NewReaderSize(&capped{utf8Text(r), maxFile}, 1<<16), line: 1},
		match: &Match{},
		left:  maxActions,
	}
	err := s.read()
	if err != nil {
		err = fmt.Errorf("%s: line %d%s: %w", name, s.lexer.line, s.where(), err)
		if len(s.match.Games) == 0 {
			return nil, err
		}
	}
	s.match.splitRatings()
	var gen board.Generator
	for i := range s.match.Games {
		s.match.complete(i, &gen)
	}
	s.match.noticeIllegal()
	return s.match, err
}

// sgfReader is the state of the reader.
type sgfReader struct {
	lexer  sgfLexer
	match  *Match
	inGame bool
	node   node
	left   int // number of further actions allowed
}

// node is a node of a tree with the properties in wanted.
type node struct {
	root   bool
	values map[string][]string
}

// maxDepth is the maximal nesting depth of variations.
const maxDepth = 1000

func (s *sgfReader) where() string {
	if !s.inGame {
		return ""
	}
	game := len(s.match.Games)
	if s.node.root { // not yet appended
		return fmt.Sprintf(", game %d", game+1)
	}
	return fmt.Sprintf(", game %d, action %d", game, len(s.match.Games[game-1].Actions)+1)
}

// read reads trees until the end of the file.
func (s *sgfReader) read() error {
	head, _ := s.lexer.in.Peek(len(byteOrderMark)) // the next read returns the error
	if err := checkEncoding(head); err != nil {
		return err
	}
	if bytes.Equal(head, byteOrderMark) {
		_, _ = s.lexer.in.Discard(len(head)) // they are in the buffer
	}
	for {
		mark, err := s.lexer.next()
		switch {
		case err == io.EOF && len(s.match.Games) > 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("no game in the file, want one such as (;FF[4]GM[6]…)")
		case err != nil:
			return err
		case mark != '(':
			return fmt.Errorf("%q before a game, want (;", mark)
		case len(s.match.Games) == MaxGames:
			return fmt.Errorf("more than %d games", MaxGames)
		}
		if err := s.game(); err != nil {
			return err
		}
	}
}

// game reads a tree after its opening bracket. The main line ends at the first
// closing bracket; variations follow.
func (s *sgfReader) game() error {
	s.node = node{root: true, values: map[string][]string{}}
	s.inGame = true
	main, first := true, true
	for depth := 1; depth > 0; {
		mark, err := s.lexer.next()
		if err != nil {
			return unexpectedEnd(err)
		}
		if first && mark != ';' {
			return fmt.Errorf("%q at the start of a game, want a node (;)", mark)
		}
		switch mark {
		case '(':
			if depth++; depth > maxDepth {
				return fmt.Errorf("variations nest deeper than %d", maxDepth)
			}
		case ')':
			depth--
			if main {
				err = s.endNode()
			}
			main = false
		case ';':
			if main && !first {
				err = s.endNode()
			}
			first = false
		case '[':
			err = s.values("", false)
		default:
			var name string
			if name, err = s.lexer.ident(mark); err == nil {
				err = s.property(name, main)
			}
		}
		if err != nil {
			return err
		}
	}
	s.inGame = false
	return nil
}

// wanted has the properties that are read, with their maximal numbers of
// values.
var wanted = map[string]int{
	"GM": 1, "MI": 16, "PW": 1, "PB": 1, "WR": 1, "BR": 1, "DT": 1, "EV": 1, "RO": 1, "PC": 1, "AN": 1, "GC": 1,
	"RU": 1, "RE": 1, "CV": 1, "W": 1, "B": 1, "PL": 1, "AE": 24, "AW": 15, "AB": 15, "DI": 1, "CP": 1, "C": 1,
	"A": maxCandidates, "DA": 1, "LU": 1,
}

// maxCandidates is the maximal number of values of an analysis of a roll. No roll has as
// many plays.
const maxCandidates = 1 << 12

func (s *sgfReader) property(name string, main bool) error {
	mark, err := s.lexer.next()
	if err != nil {
		return unexpectedEnd(err)
	}
	if mark != '[' {
		return fmt.Errorf("%q after the property %s, want [", mark, name)
	}
	if main && wanted[name] > 0 {
		if _, twice := s.node.values[name]; twice {
			return fmt.Errorf("the property %s comes twice in a node", name)
		}
		return s.values(name, true)
	}
	return s.values(name, false)
}

// values reads the values of a property after the first opening bracket.
func (s *sgfReader) values(name string, keep bool) error {
	for {
		text, err := s.lexer.value(keep)
		if err != nil {
			return err
		}
		if keep {
			if len(s.node.values[name]) == wanted[name] {
				return fmt.Errorf("the property %s has more than %d values", name, wanted[name])
			}
			s.node.values[name] = append(s.node.values[name], text)
		}
		mark, err := s.lexer.next()
		if err != nil {
			return unexpectedEnd(err)
		}
		if mark != '[' {
			s.lexer.unread(mark)
			return nil
		}
	}
}

// endNode adds the content of the node to the match.
func (s *sgfReader) endNode() error {
	n := s.node
	if n.root {
		if err := s.root(n); err != nil {
			return err
		}
		s.node.root = false // it has been appended
	}
	if err := s.actions(n); err != nil {
		return err
	}
	clear(n.values)
	s.node = node{values: n.values}
	return nil
}

// one returns the value of a property that has one, or "".
func (n *node) one(name string) string {
	if all := n.values[name]; len(all) > 0 {
		return all[0]
	}
	return ""
}
