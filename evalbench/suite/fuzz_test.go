package suite_test

import (
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/evalbench/suite"
)

// FuzzParse wants an error or valid tests for any text.
func FuzzParse(f *testing.F) {
	f.Add("# c\n101 start play 31\n#= e\n#? [8/5 6/5 | 24/20]*\n")
	f.Add("1 [31 8/5 6/5, 64 24/14] match 7 3-0 cube 2 own double\n#? [!double]&\n")
	f.Add("1 [X 6(2) bar off(12) O 1(15)] win\n#? [-0.5..1 | 2..3]\n")
	f.Add("1 XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10 take\n#? [take]\n")
	f.Add("1 4HPwATDgc/ABMA:cAkAAAAAAAAA nojacoby equity\n#? [0..1]\n")
	f.Fuzz(func(t *testing.T, text string) {
		tests, err := suite.Parse("t", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "t:") {
				t.Errorf("the error %q does not begin with the file", err)
			}
			return
		}
		for i := range tests {
			checkTest(t, &tests[i])
		}
	})
}

// checkTest wants a test with a legal question.
func checkTest(t *testing.T, test *suite.Test) {
	t.Helper()
	if err := test.Position.Validate(board.Backgammon); err != nil {
		t.Errorf("%v: %v", test, err)
	}
	if test.Question == suite.Play && len(board.Plays(test.Position, test.Roll)) == 0 {
		t.Errorf("%v: no play of %v", test, test.Roll)
	}
	if test.Match != nil {
		if err := test.Match.Validate(); err != nil {
			t.Errorf("%v: %v", test, err)
		}
	}
	again, err := suite.ParseQuestion(test.Text)
	if err != nil || again.Position != test.Position {
		t.Errorf("%v: its text %q is read as another position: %v", test, test.Text, err)
	}
}
