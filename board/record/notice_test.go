package record

import (
	"fmt"
	"testing"
)

func TestNotices(t *testing.T) {
	var m Match
	m.notice(Remarks, "Losses 1 point", 12)
	m.notice(Remarks, "Losses  1 point", 20)
	m.notice(Unreadable, "LU[-inf]", 0)
	for i := range 12 {
		m.notice(Remarks, fmt.Sprint(i), 30+i)
	}
	want := `remarks: "Losses 1 point" (line 12, 2 times), "0" (line 30), "1" (line 31), "2" (line 32), ` +
		`"3" (line 33), "4" (line 34), "5" (line 35), "6" (line 36), "7" (line 37), "8" (line 38), and 3 others`
	if got := m.Notices[0].String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := m.Notices[1].String(), `figures that cannot be read: "LU[-inf]"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
