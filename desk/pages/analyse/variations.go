package analyse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
)

// mostNodes is the maximal number of positions of a tree.
const mostNodes = 200

// tree has the variations that a user has played out. Its text form, for addresses, is a list
// of words joined by "-": a roll with the letters of its steps (from a, borne off, to z, the
// bar), "dt" for a double and a take, and "u" to go one position up.
type tree []*node // all[0] is the root

// node is a position of a tree.
type node struct {
	XGID     board.XGID // without dice, except for the root
	Text     string     // what led here, such as "31: 8/5 6/5"
	Number   int        // index in the tree
	Children []*node

	word   string
	parent *node
	last   []board.Step // the play that led here, in the numbering of its player
}

// Words of the text form.
const (
	wordTake = "dt"
	wordUp   = "u"
	joint    = "-"
)

// parseTree returns the tree of a text that begins at a position.
func parseTree(root board.XGID, text string) (tree, error) {
	t := tree{{XGID: root, Text: "start"}}
	at := t[0]
	if text == "" {
		return t, nil
	}
	for word := range strings.SplitSeq(text, joint) {
		if word == wordUp && at.parent != nil {
			at = at.parent
			continue
		}
		var err error
		if at, err = t.play(at, word); err != nil {
			return nil, fmt.Errorf("tree: %q: %w", word, err)
		}
		t = append(t, at)
		if at.Number = len(t) - 1; len(t) > mostNodes {
			return nil, fmt.Errorf("tree: more than %d positions", mostNodes)
		}
	}
	return t, nil
}

// play returns the new child of a node by a word.
func (t tree) play(at *node, word string) (*node, error) {
	child := &node{XGID: at.XGID, word: word, parent: at}
	m := &child.XGID.Match
	if word == wordTake {
		m.Dice, m.Doubled, m.Turn = board.Roll{}, false, m.Roller
		state := game.State{Rules: game.Rules{Length: m.Length}, Position: child.XGID.Position, Match: *m}
		if err := cmp.Or(state.Double(), state.Take()); err != nil {
			return nil, err
		}
		*m = state.Match
		child.Text = fmt.Sprintf("double to %d, take", m.Cube)
		at.Children = append(at.Children, child)
		return child, nil
	}
	roll, steps, err := parseWord(word)
	if err != nil {
		return nil, err
	}
	pos := at.XGID.Position
	play, err := board.ParsePlay(pos, roll, steps)
	if err != nil {
		return nil, err
	}
	child.XGID.Position, child.last = play.Result, slices.Clone(play.Steps())
	child.Text = fmt.Sprintf("%v: %s", roll, board.FormatPlay(pos, play))
	m.Dice, m.Roller, m.Doubled = board.Roll{}, m.Roller.Opponent(), false
	m.Turn = m.Roller
	at.Children = append(at.Children, child)
	return child, nil
}

// parseWord reads a roll with the letters of its steps, and returns the steps as a play.
func parseWord(word string) (roll board.Roll, steps string, err error) {
	if len(word) < 2 || len(word) > 10 || len(word)%2 != 0 {
		return roll, "", fmt.Errorf("want a roll and up to four pairs of letters, such as 31ifgf")
	}
	if roll, err = board.ParseRoll(word[:2]); err != nil {
		return roll, "", err
	}
	for i := 2; i < len(word); i += 2 {
		from, to := int(word[i])-'a', int(word[i+1])-'a'
		steps += fmt.Sprintf(" %d/%d", from, to)
	}
	return roll, strings.TrimSpace(steps), nil
}

// wordOf returns the word of a play.
func wordOf(roll board.Roll, play *board.Play) string {
	b := []byte(roll.String())
	for _, s := range play.Steps() {
		b = append(b, 'a'+s.From, 'a'+s.To)
	}
	return string(b)
}

// with returns the text of the tree after a word at a node, and the number of the node that
// the word leads to. The word may be there already.
func (t tree) with(at int, word string) (text string, number int) {
	for _, child := range t[at].Children {
		if child.word == word {
			return t.String(), child.Number
		}
	}
	more := &node{word: word, Number: -1}
	t[at].Children = append(t[at].Children, more)
	defer func() { t[at].Children = t[at].Children[:len(t[at].Children)-1] }()
	text = t.String()
	number = at + 1
	for _, child := range t[at].Children[:len(t[at].Children)-1] {
		number += child.size()
	}
	return text, number
}

// without returns the text of the tree without a node and those below it.
func (t tree) without(at int) string {
	parent := t[at].parent
	all := parent.Children
	defer func() { parent.Children = all }()
	parent.Children = slices.DeleteFunc(slices.Clone(all), func(n *node) bool { return n == t[at] })
	return t.String()
}

// size returns the number of positions from the node down.
func (n *node) size() int {
	sum := 1
	for _, child := range n.Children {
		sum += child.size()
	}
	return sum
}

// String returns the text form.
func (t tree) String() string {
	words := t[0].words(nil)
	for len(words) > 0 && words[len(words)-1] == wordUp {
		words = words[:len(words)-1]
	}
	return strings.Join(words, joint)
}

// words appends the words of the nodes below a node.
func (n *node) words(to []string) []string {
	for _, child := range n.Children {
		to = append(child.words(append(to, child.word)), wordUp)
	}
	return to
}

// branch is a node for the template.
type branch struct {
	Text, Link string
	Chosen     bool
	Children   []branch
}

// Branch returns a position of the tree with those below it.
func (a *question) Branch(number int) branch {
	n := a.Tree[number]
	b := branch{Text: n.Text, Link: a.Node(n), Chosen: number == a.At}
	for _, child := range n.Children {
		b.Children = append(b.Children, a.Branch(child.Number))
	}
	return b
}

// Variations returns the question if it has variations, otherwise nil.
func (p *page) Variations() *question {
	if p.question == nil || p.question.Tree.String() == "" {
		return nil
	}
	return p.question
}
