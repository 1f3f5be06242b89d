package record

import (
	"fmt"
	"slices"
	"strings"
)

// The subjects of notices.
const (
	Remarks    = "remarks"                     // words that are neither roll, play nor cube action
	Unreadable = "figures that cannot be read" // of analyses
	NoBest     = "lists of plays without the best one"
	Illegal    = "illegal plays with the position after them"
	Unread     = "plays that cannot be read"
	Unplayable = "illegal plays before the words that end a game"

	Contradictions = "contradictions in the record"
)

// maxNoticed is the number of different texts that a notice lists.
const maxNoticed = 10

// Notice is what a reader found in a file besides the record, or instead of a
// value of an analysis. It never costs a game.
type Notice struct {
	Subject string    `json:"subject"`
	Found   []Noticed `json:"found"`            // the first ten different texts, in file order
	Others  int       `json:"others,omitempty"` // occurrences of further texts
}

// Noticed is a text that a notice lists.
type Noticed struct {
	Text  string `json:"text"`
	Line  int    `json:"line,omitempty"` // of the first occurrence; 0 if the file has no lines
	Count int    `json:"count"`
}

// notice adds an occurrence of a text to the notice with the subject. line is 0
// if the file has no lines.
func (m *Match) notice(subject, text string, line int) {
	n := m.about(subject)
	text = clip(oneLine(text))
	for i := range n.Found {
		if n.Found[i].Text == text {
			n.Found[i].Count++
			return
		}
	}
	if len(n.Found) == maxNoticed {
		n.Others++
		return
	}
	n.Found = append(n.Found, Noticed{text, line, 1})
}

// noticeInstead notes a remark that seemed to be part of a play, in place of the notice of
// the play if there is one.
func (m *Match) noticeInstead(play, remark string) {
	line := 0
	for i := range m.Notices {
		n := &m.Notices[i]
		at := slices.IndexFunc(n.Found, func(f Noticed) bool { return n.Subject == Unread && f.Text == clip(oneLine(play)) })
		if at < 0 {
			continue
		}
		line = n.Found[at].Line
		if n.Found[at].Count--; n.Found[at].Count == 0 {
			n.Found = slices.Delete(n.Found, at, at+1)
		}
	}
	m.Notices = slices.DeleteFunc(m.Notices, func(n Notice) bool { return len(n.Found) == 0 && n.Others == 0 })
	m.notice(Remarks, remark, line)
}

// about returns the notice with the subject, and adds it if there is none.
func (m *Match) about(subject string) *Notice {
	for i := range m.Notices {
		if m.Notices[i].Subject == subject {
			return &m.Notices[i]
		}
	}
	m.Notices = append(m.Notices, Notice{Subject: subject})
	return &m.Notices[len(m.Notices)-1]
}

// String returns the notice as a line: remarks: "Losses 1 point" (line 12, 14
// times), and 3 others.
func (n Notice) String() string {
	var parts []string
	for _, f := range n.Found {
		var where []string
		if f.Line > 0 {
			where = append(where, fmt.Sprintf("line %d", f.Line))
		}
		if f.Count > 1 {
			where = append(where, fmt.Sprintf("%d times", f.Count))
		}
		part := fmt.Sprintf("%q", f.Text)
		if len(where) > 0 {
			part += " (" + strings.Join(where, ", ") + ")"
		}
		parts = append(parts, part)
	}
	if n.Others > 0 {
		parts = append(parts, fmt.Sprintf("and %d others", n.Others))
	}
	return n.Subject + ": " + strings.Join(parts, ", ")
}
