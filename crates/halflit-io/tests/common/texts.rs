//! Small whole files of every text format.

/// The format by its name, the column of its labels, and the file.
pub(crate) const TEXTS: [(&str, Option<&str>, &str); 4] = [
    ("csv", Some("class"), "a,\"b\"\"\",class\n1,2,\"x, y\"\n3,4,z\n"),
    ("tsv", None, "a\tb\n1\t2\n3\t4\n"),
    ("svmlight", None, "1 1:0.5 3:2\n-1 2:1e-3 # c\n"),
    (
        "arff",
        Some("c"),
        "@relation r\n@attribute 'a' numeric\n@attribute c {'x y',z}\n@data\n1,'x y'\n{0 2}\n",
    ),
];
