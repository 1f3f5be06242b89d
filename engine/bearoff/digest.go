package bearoff

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/engine/bearoff/internal/mapped"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/cachefolder"
)

// trusted is the time for which a check counts: a fault of a disk changes bytes, but no
// time of the file.
const trusted = 24 * time.Hour

// DamagedError is returned if a database does not match its digest.
type DamagedError struct {
	Path      string
	Got, Want string // MD5s in hexadecimal
	Source    string // of the expected MD5, such as the name of a file
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: damaged: its MD5 is %s, want %s by %s; make it again with bearoff generate", e.Path, e.Got, e.Want, e.Source)
}

// knownDigests has the MD5s in gnubg's manual of databases that can be made in
// only one way. That of a hypergammon database depends on the start and end of
// its iteration.
var knownDigests = map[Header]string{
	oneSidedOf(1):     "c789f049ec98ce4e307b471257999f39",
	oneSidedOf(2):     "b6e61c1625ae4b3b164e93ab064192b9",
	oneSidedOf(3):     "346dae6139ccb4b227c534373e5c52e4",
	oneSidedOf(4):     "653255f5f9f22fd50277f7ff25b2a343",
	oneSidedOf(5):     "2064f9a56b23117d053a573c96a92fa2",
	oneSidedOf(6):     "3dc7b833c4670849cee00479a9e21b49",
	oneSidedOf(7):     "67235c8e0ee152df5daf36cbeae5b3c2",
	oneSidedOf(8):     "a4acbb5c7e9e1f08e561afe0af934e5c",
	oneSidedOf(9):     "9c4ddab4e51c3e668c9c97b8f8768dbc",
	oneSidedOf(10):    "81b3898f06bbd08ee8295a839251a10a",
	oneSidedOf(11):    "78ecb4be86dab6af8755ea4063d50fb6",
	oneSidedOf(12):    "770fcff48894a96ebb2249343ef94866",
	oneSidedOf(13):    "cc74b69a62f6e648936f533838a527a8",
	twoSidedOf(6, 1):  "7ed6f8e7fce16ea2b80e07a4a516653c",
	twoSidedOf(6, 2):  "e9d760bf213841c285245ed757a52f4d",
	twoSidedOf(6, 3):  "9d67da3db32ad4720cc38eecf9a67967",
	twoSidedOf(6, 4):  "9156f37032d1d4b0352a41186e632dfc",
	twoSidedOf(6, 5):  "0db19ab08feae1feb33ddbd709479f62",
	twoSidedOf(6, 6):  "44b6040b49b46cb9dd2ce8caa947044d",
	twoSidedOf(6, 7):  "9eb8b042d4d2ddf8d40e74a892745ad5",
	twoSidedOf(6, 8):  "fcdbbc80b7ef84ddc81b839d0f26bed1",
	twoSidedOf(6, 9):  "a11b2d410d51401143d05e73f9ffac15",
	twoSidedOf(6, 10): "12dc70c86f356d06bc96ee38dee40c62",
	twoSidedOf(6, 11): "68a0fa972bdde7b14a6b911d1dc80a30",
}

func oneSidedOf(points int) Header {
	return Header{Kind: OneSidedKind, Points: points, Checkers: 15, Gammons: true, Compressed: true}
}

func twoSidedOf(points, checkers int) Header {
	return Header{Kind: TwoSidedKind, Points: points, Checkers: checkers, Cubeful: true}
}

// digest is the known MD5 of a database.
type digest struct {
	sum     string // in hexadecimal; "" if unknown
	source  string
	checked string // result of [digestfile.Stamp] for the file when it was made; "" if that is too long ago
}

// isRecent reports whether the record of a check at the path still counts.
func isRecent(path string) bool {
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()).Abs() < trusted
}

// openDatabase maps the file at path and returns the database that read builds
// from its bytes.
func openDatabase[D any](path string, read func(name string, data []byte) (D, error)) (D, mapped.File, error) {
	var none D
	file, err := mapped.Open(path)
	if err != nil {
		return none, mapped.File{}, err
	}
	d, err := read(path, file.Data)
	if err == nil {
		err = checkDigest(path, file.Info, file.Data, false)
	}
	if err != nil {
		file.Close()
		return none, mapped.File{}, err
	}
	return d, file, nil
}

// CheckDigest reads all bytes of the database at path and returns a [DamagedError] if its MD5 is
// known and differs. It is known from the file beside the database, whose name ends in .md5, or
// from the manual of GNU Backgammon. Opening a database makes this check, too, unless the file
// passed it within a day and has not changed since.
func CheckDigest(path string) error {
	file, err := mapped.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return checkDigest(path, file.Info, file.Data, true)
}

// checkDigest returns an error if the bytes of the database's file are damaged.
// It reads all bytes only if the file has changed since the last check, if that is
// a day ago, or if again is set, and none if the MD5 is unknown.
func checkDigest(path string, info fs.FileInfo, data []byte, again bool) error {
	d, err := digestOf(path, data)
	if err != nil || d.sum == "" || !again && (d.checked == digestfile.Stamp(path, info) || isChecked(path, d.sum, info)) {
		return err
	}
	got := md5.Sum(data)
	if hex.EncodeToString(got[:]) != d.sum {
		return &DamagedError{Path: path, Got: hex.EncodeToString(got[:]), Want: d.sum, Source: d.source}
	}
	recordCheck(path, d.sum, info)
	return nil
}

// checkedPath returns the path of the record that a database was checked, in the
// user's cache: the database may lie in a folder of the system.
func checkedPath(path string) (string, error) {
	folder, err := cachefolder.Path()
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return filepath.Join(folder, "checked", fmt.Sprintf("%x%s", md5.Sum([]byte(path)), digestfile.Suffix)), nil
}

// isChecked reports whether the file at the path was found to have the MD5 within a day,
// and has not changed since.
func isChecked(path, sum string, info fs.FileInfo) bool {
	at, err := checkedPath(path)
	if err != nil {
		return false
	}
	text, err := os.ReadFile(at)
	return err == nil && isRecent(at) && string(text) == digestfile.Text(path, sum, info)
}

// recordCheck records that the file has the MD5. If it cannot, the next check reads
// all bytes again.
func recordCheck(path, sum string, info fs.FileInfo) {
	at, err := checkedPath(path)
	if err == nil && os.MkdirAll(filepath.Dir(at), 0o777) == nil {
		_ = atomicfile.WriteFile(at, []byte(digestfile.Text(path, sum, info)))
	}
}

// digestOf returns the known MD5 of a database, from the file beside it or by
// its header.
func digestOf(path string, data []byte) (digest, error) {
	file, err := os.ReadFile(path + digestfile.Suffix)
	if errors.Is(err, fs.ErrNotExist) {
		h, err := parseHeader(path, data)
		return digest{sum: knownDigests[h], source: "the manual of GNU Backgammon"}, err
	}
	if err != nil {
		return digest{}, err
	}
	line, comment, _ := bytes.Cut(file, []byte("\n"))
	sum, _, _ := bytes.Cut(line, []byte(" "))
	if n, err := hex.DecodeString(string(sum)); err != nil || len(n) != md5.Size {
		return digest{}, fmt.Errorf("%s: it starts with %.60q, want the MD5 of %s in 32 hexadecimal digits",
			path+digestfile.Suffix, line, filepath.Base(path))
	}
	d := digest{sum: string(bytes.ToLower(sum)), source: path + digestfile.Suffix}
	if isRecent(path + digestfile.Suffix) {
		d.checked = string(comment)
	}
	return d, nil
}
