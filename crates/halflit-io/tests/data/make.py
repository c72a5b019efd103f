"""Makes the binary files of this directory with the libraries whose formats they are: numpy, scipy, pyarrow."""

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import scipy.io
import scipy.sparse

X = np.array([[1.5, 2.0, -3.0], [4.0, 5.25, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.5]])
y = np.array([1.0, 2.0, np.nan, 1.0])
names = np.array(["setosa", "", "virginica", "setosa"], dtype=object)

np.save("c_order.npy", X)
np.save("fortran.npy", np.asfortranarray(X.astype(">f4")))
np.save("int16.npy", np.arange(6, dtype=np.int16).reshape(3, 2) - 2)
np.save("text.npy", np.array(["a", "bcd", ""]))
np.save("complex.npy", X.astype(complex))
np.savez("plain.npz", X=X, y=y)
np.savez_compressed("packed.npz", features=X, target=np.array([3, 4, -1, 3]), other=np.zeros(2))

scipy.io.savemat("plain.mat", {"X": X, "y": y, "T": 5})
scipy.io.savemat("packed.mat", {"splits": np.ones((2, 4)), "X": X.astype(np.float32), "y": np.array([[1], [2], [1], [2]], dtype=np.uint8)}, do_compression=True)
scipy.io.savemat("sparse.mat", {"X": scipy.sparse.csc_matrix(np.where(X > 4.5, X, 0)), "y": names}, do_compression=True)
scipy.io.savemat("text.mat", {"X": X, "y": np.array(["aa", "b ", "aa", "c "])})
scipy.io.savemat("struct.mat", {"X": {"a": 1}})

table = pa.table(
    {
        "f64": X[:, 0],
        "f32": pa.array(X[:, 1], pa.float32()),
        "i8": pa.array([1, -2, 3, 4], pa.int8()),
        "u32": pa.array([1, 2, 3, 2**32 - 1], pa.uint32()),
        "u64": pa.array([1, 2, 3, 2**63], pa.uint64()),
        "i64": pa.array([1, 2, 3, 2**53 + 1], pa.int64()),
        "flag": pa.array([True, False, True, True]),
        "class": pa.array(["a", None, "b", "a"]).dictionary_encode(),
        "gap": pa.array([1.0, None, 3.0, 4.0]),
        "day": pa.array([0, 1, 2, 3], pa.date32()),
        "list": pa.array([[1], [2], [3], [4]]),
    }
)
for codec in ["snappy", "zstd", "gzip", "none"]:
    pq.write_table(table, f"{codec}.parquet", compression=codec, row_group_size=3)
for codec in ["lz4", "brotli"]:
    pq.write_table(table, f"{codec}.parquet", compression=codec, row_group_size=3)
pq.write_table(table, "pages2.parquet", compression="zstd", data_page_version="2.0", use_dictionary=["class"])
texts = {"class": ["iris setosa", None, "iris virginica", "iris setosa", ""] * 40, "x": [float(k) for k in range(200)]}
for encoding in ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]:
    for version in ["1.0", "2.0"]:
        name = f"{encoding.lower()}_{version[0]}.parquet"
        pq.write_table(pa.table(texts), name, use_dictionary=False, column_encoding={"class": encoding, "x": "PLAIN"}, data_page_version=version)

lists = pa.table(
    {
        "embedding": pa.FixedSizeListArray.from_arrays(pa.array([1.5, 2, -3, 4, 5.25, 6], pa.float32()), 2),
        "id": pa.array([7, 8, 9]),
        "more": pa.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.5]]),
        "class": pa.array(["a", None, "b"]),
    }
)
uneven = pa.table({"v": pa.array([[1.0, 2.0], [3.0]]), "w": pa.array([[1.0], None]), "u": pa.array([[1.0], [None]])})
pq.write_table(lists, "lists.parquet", row_group_size=2)
pq.write_table(uneven, "uneven.parquet")
for name, codec in [("lists.feather", "lz4"), ("lists.arrow", "zstd")]:
    feather.write_feather(lists.set_column(3, "class", lists["class"].combine_chunks().dictionary_encode()), name, compression=codec, chunksize=2)
feather.write_feather(uneven, "uneven.arrow", compression="uncompressed")
feather.write_feather(table.drop_columns(["list"]), "types.arrow", compression="uncompressed", chunksize=3)
