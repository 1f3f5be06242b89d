package digest_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

// ofABC is the digest of "abc", of FIPS 180-2, appendix B.1.
const ofABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

func TestDigest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "abc")
	must.OK(t, os.WriteFile(path, []byte("abc"), 0o600))
	sum := digest.New()
	io.WriteString(sum, "a")
	if got := sum.String(); got == ofABC {
		t.Errorf("the digest of \"a\" is %s, which is that of \"abc\"", got)
	}
	io.WriteString(sum, "bc")
	ofFile := must.Get(digest.File(path))(t)
	for way, got := range map[string]string{"Sum": sum.String(), "Bytes": digest.Bytes([]byte("abc")), "File": ofFile} {
		if got != ofABC {
			t.Errorf("%s gives %s of \"abc\", want %s", way, got, ofABC)
		}
	}
	got, err := digest.JSON(map[string]int{"b": 2, "a": 1})
	if want := digest.Bytes([]byte(`{"a":1,"b":2}`)); got != want || err != nil {
		t.Errorf("JSON gives %s, %v; want %s", got, err, want)
	}
}

func TestErrors(t *testing.T) {
	if got, err := digest.File(filepath.Join(t.TempDir(), "none")); got != "" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %q, %v", got, err)
	}
	if got, err := digest.Reader(io.MultiReader(strings.NewReader("abc"), broken{})); got != "" || !errors.Is(err, errBroken) {
		t.Errorf("a reader that fails: %q, %v", got, err)
	}
	if got, err := digest.JSON(make(chan int)); got != "" || err == nil {
		t.Errorf("a channel: %q, %v", got, err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		ofABC: true, "": false, ofABC[:62]: false, ofABC + "00": false, "sha256:" + ofABC: false, "x" + ofABC[1:]: false,
	} {
		if got := digest.Valid(text); got != want {
			t.Errorf("Valid(%q) is %v", text, got)
		}
	}
}
