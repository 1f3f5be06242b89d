package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"gammonlab/board"
)

// ReadSGF reads a collection of SGF games of backgammon, GM[6], as gnubg saves
// a match: one tree for each game. In trees with variations it reads the main
// line, the first variation of each. It keeps gnubg's analyses with the actions, and
// skips statistics, unknown properties and text before and between the games. Errors
// call the file by the name. After a fault in a game, the match has the game up to
// the fault and all other games, unless the fault is in the syntax.
//
// Text may be UTF-8, UTF-16 or Latin-1.
func ReadSGF(name string, r io.Reader) (*Match, error) { return oneMatch(name, r, readSGFs) }

// readSGFs reads all matches of a collection: another one begins with other players,
// another length or variant, or a lower score.
func readSGFs(name string, r io.Reader) ([]*Match, error) {
	s := sgfReader{
		lexer: sgfLexer{in: bufio.NewReaderSize(&capped{utf8Text(r), maxFile}, 1<<16), line: 1},
		match: &Match{},
		left:  maxActions,
	}
	err := s.read()
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	s.endMatch()
	return s.matches, err
}

// endMatch completes the match and appends it, if it has a game.
func (s *sgfReader) endMatch() {
	if len(s.match.Games) == 0 {
		return
	}
	s.match.splitRatings()
	var gen board.Generator
	for i := range s.match.Games {
		s.settle(i, &gen)
	}
	s.match.noticeIllegal()
	s.matches = append(s.matches, s.match)
	s.games += len(s.match.Games)
}

// sgfReader is the state of the reader.
type sgfReader struct {
	lexer  sgfLexer
	match  *Match
	inGame bool
	node   node
	turn   board.Player // on roll, as far as the nodes tell
	left   int          // number of further actions allowed
	fault  error

	matches []*Match // completed ones
	games   int      // number of their games
	number  int      // of the last game, as stated
	stated  []stated // results, by game of the match
}

// stated is a result in the root of a game.
type stated struct {
	text string
	line int
}

// node is a node of a tree with the properties in wanted.
type node struct {
	root   bool
	line   int // of its begin
	values map[string][]string
	fault  error
}

// maxDepth is the maximal nesting depth of variations.
const maxDepth = 1000

// fail keeps the first fault, with its place.
func (s *sgfReader) fail(err error) {
	if s.fault == nil {
		s.fault = fmt.Errorf("line %d%s: %w", s.lexer.line, s.where(), err)
	}
}

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

// read reads the file and returns the first fault.
func (s *sgfReader) read() error {
	if err := s.trees(); err != nil {
		s.fail(err)
	}
	return s.fault
}

// trees reads trees until the end of the file.
func (s *sgfReader) trees() error {
	head, _ := s.lexer.in.Peek(len(byteOrderMark)) // the next read returns the error
	if err := checkEncoding(head); err != nil {
		return err
	}
	if bytes.Equal(head, byteOrderMark) {
		_, _ = s.lexer.in.Discard(len(head)) // they are in the buffer
	}
	for {
		line := s.lexer.line
		between, err := s.lexer.tree()
		if between = oneLine(between); between != "" && (err == nil || len(s.match.Games) > 0) {
			s.match.notice(Remarks, between, line)
		}
		switch {
		case err == io.EOF && len(s.match.Games) > 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("no game in the file, want one such as (;FF[4]GM[6]…)")
		case err != nil:
			return err
		case s.games+len(s.match.Games) == MaxGames:
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
	s.node = node{root: true, line: s.lexer.line, values: map[string][]string{}}
	s.inGame, s.turn = true, board.PlayerO
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
				s.endNode()
			}
			main = false
		case ';':
			if main && !first {
				main = s.endNode()
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
	"RU": 1, "RE": 1, "CV": 1, "W": 1, "B": 1, "PL": 1, "AE": 32, "AW": 32, "AB": 32, "DI": 1, "CO": 1, "CP": 1, "C": 1,
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
			s.keep(name, text)
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

// keep keeps a value of the node. Of a text that comes twice, the first value counts. Plays
// and points must not come too often: one of them would be lost.
func (s *sgfReader) keep(name, text string) {
	switch all := s.node.values[name]; {
	case len(all) < wanted[name]:
		s.node.values[name] = append(all, text)
	case slices.Contains([]string{"W", "B", "AE", "AW", "AB"}, name):
		s.node.fault = fmt.Errorf("the property %s has more than %d values in a node", name, wanted[name])
	case name == "A":
		s.match.notice(Unreadable, "A["+text+"]", s.lexer.line)
	}
}

// settle completes a game. If the play ends it, the play decides against the result in the
// root. A result without points is that of the play, or else a single game.
func (s *sgfReader) settle(game int, gen *board.Generator) {
	m := s.match
	g := &m.Games[game]
	m.complete(game, gen)
	r := m.replay(game, gen)
	for r.Next() {
	}
	was, over := g.Result, r.Over() && r.Err() == nil
	switch {
	case !plays(was.Winner):
	case over && was.Winner != r.Result.Winner:
		m.notice(Remarks, "RE["+s.stated[game].text+"] against the play", s.stated[game].line)
		g.Result = r.Result
	case was.Points > 0:
	case over:
		g.Result = r.Result
	default:
		g.Result.Points = r.Match.Cube
		m.complete(game, gen)
	}
}

// endNode adds the content of the node to the match. It returns false after a fault:
// the rest of the game is then skipped, and the other games are read.
func (s *sgfReader) endNode() bool {
	next := s.lexer.line
	s.lexer.line = s.node.line // for errors
	err := s.content(s.node)
	if err != nil {
		s.fail(err)
	}
	s.lexer.line = next
	clear(s.node.values)
	s.node = node{root: s.node.root, line: next, values: s.node.values}
	return err == nil
}

// content adds the properties of a node to the match.
func (s *sgfReader) content(n node) error {
	if n.root {
		if err := s.root(n); err != nil {
			return err
		}
		s.node.root = false // it has been appended
	} else if len(s.match.Games) == 1 {
		s.header(n)
	}
	if n.fault != nil {
		return n.fault
	}
	return s.actions(n)
}

// one returns the value of a property that has one, or "".
func (n *node) one(name string) string {
	if all := n.values[name]; len(all) > 0 {
		return all[0]
	}
	return ""
}
