// Written by scripts/hash-browser.mjs.

/** The version of @sparticuz/chromium that the hashes are of. */
export const embeddedVersion = "147.0.0";

/** The SHA-256 of each archive of the package. */
export const packedHashes: Readonly<Record<string, string>> = {
  "al2023.tar.br": "2e22542d8c66b83194172f4bbbef0a79b80bbeb99d69abf3962d85c1351f478d",
  "chromium.br": "64d813a054f76fc32b8010e305d87e6d7a45aa76ee02d36e66c03c8ca6667e8d",
  "fonts.tar.br": "78620f052a57d98716b8da709e9de5c14a5ae606e60810009f5051ab46e2a588",
  "swiftshader.tar.br": "f957ea867313f9815b71dc2ed30cce301e01db4f3973fbdb31ffa5391b0ec45a",
};

/** The SHA-256 of each file in them. */
export const unpackedHashes: Readonly<Record<string, string>> = {
  chromium: "bf7d8699042e0e1768ee136c19cf666371f74a39c8b6cfb246d15b3aa18c30ce",
  "fonts/Open_Sans/OpenSans-Bold.ttf": "27da758f4dcac9a65abe914c13b463b42982b9909bc65713424099f4810bd1e6",
  "fonts/Open_Sans/OpenSans-Italic.ttf": "93bc1bb6abf4e6b7c75d7131714061d5b57cc478abcabe4cb3519bb38fb917aa",
  "fonts/Open_Sans/OpenSans-Regular.ttf": "c53aceea2dcf5b4098099c0c4d0a061d17e178a049317b42a422b1a9f7f8eb59",
  "lib/libexpat.so.1": "a42c73fa261c746045922f7a1631bb31989eb70aeed4766f26e9173cf655dd84",
  "lib/libfreebl3.chk": "80a329bfb6616c408bb70a17710cd6a512100a6bb5f902abb6f5f988698e5a37",
  "lib/libfreebl3.so": "1007112117baaee58ebf2f0b361bd1ed9e434d458117028ed01b17a6ca24d0e6",
  "lib/libfreeblpriv3.chk": "3c153b3932171c30c40d50d1d613f5a39b685289a750df25fb6989440001cb32",
  "lib/libfreeblpriv3.so": "67bff729addafde4b3c904716fccca876fc5637e8c475caca00ad60a08cc2313",
  "lib/libnspr4.so": "b7ddec11e9e21e4025c0b911b55e880afbb04d12a00f1f3736245ce85f62827f",
  "lib/libnss3.so": "1719436d5424fd9b2dece28435621198cca05d0ecc5539f443f090d411a460c0",
  "lib/libnssutil3.so": "c2a72f8ebdf5629c7bde24db372bee5dcdd074a32cae3910ac4a2a85fd5485a4",
  "lib/libplc4.so": "5ecfb0db51ce18c5ec6b187c3ccda03c467b2dfdaa939fe579f8a54531b9519f",
  "lib/libplds4.so": "05eb3c4b52b5706a8c5535cc4fa39aaa9d26e02ecb9340b03d841bf038b73e21",
  "lib/libsoftokn3.chk": "dc9160cb612d48e4c3a3209341db43ff27c8c3110bac26344f0bb8fb182ad6d6",
  "lib/libsoftokn3.so": "d410831e2062ef05e6d5efdc69e159ace89d2f41670e0a859ea294d6f06c82de",
  "libEGL.so": "b6dc0e4607294eacb39d83206156e0efeed77c11e6cb3e721d01f3fead5c8f72",
  "libGLESv2.so": "29a18749631bd8919062e4464250248cf450d4d74e255d1e6e8b052eda06486e",
  "libvk_swiftshader.so": "5b9e8591c7c2d1c9618c3ad485d0cdffb81f5f1ffd6a982fdb6578c2d8d3213e",
  "libvulkan.so.1": "fe17a77c1f2df38d3b6a935140f746fd80aac564bb44eb3e4f6b75a504295a41",
  "vk_swiftshader_icd.json": "c9eef28b6b984fec220ef0abfecc40b502d46946706e47bfe97707027cb818bd",
};
