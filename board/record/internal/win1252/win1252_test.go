package win1252

import "testing"

func TestEveryByteComesBack(t *testing.T) {
	if len(marks) != 32 {
		t.Fatalf("%d marks, want 32", len(marks))
	}
	for c := range 256 {
		if back, ok := Byte(Rune(byte(c))); !ok || back != byte(c) {
			t.Errorf("%#x comes back as %#x, %v", c, back, ok)
		}
	}
}

func TestText(t *testing.T) {
	const text = "Zoë’s 5 €"
	b := Encode(text)
	if want := "Zo\xEB\x92s 5 \x80"; string(b) != want {
		t.Errorf("got %q, want %q", b, want)
	}
	if got := Decode(b); got != text {
		t.Errorf("got %q, want %q", got, text)
	}
	if got := Encode("日 x"); string(got) != "? x" {
		t.Errorf("got %q for what has no byte", got)
	}
}
